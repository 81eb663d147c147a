package io.baton.lab.bench;

/**
 * What the contenders are asked to do: acquire and release one lock after the other, chosen uniformly.
 *
 * @param locks how many locks there are
 * @param clients how many clients do so at once
 * @param readPercent how many of a hundred locks are acquired shared, the others exclusive
 */
public record BenchCase(int locks, int clients, int readPercent) {

    /** Whether the clients mostly wait for each other. */
    boolean contended() {
        return locks == 1;
    }
}
