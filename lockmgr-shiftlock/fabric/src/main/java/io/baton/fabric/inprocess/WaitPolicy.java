package io.baton.fabric.inprocess;

/**
 * How long a waiter stays on its core before it parks.
 *
 * @param spins how often it looks again at once, 0 or more; worth it only while there is a core for every client
 * @param yields how often it then looks again after giving others a chance, 0 or more
 */
public record WaitPolicy(int spins, int yields) {

    private static final int SPINS = 2_000;
    private static final int YIELDS = 20;
    private static final int YIELDS_OF_MANY = 5;

    /**
     * Makes a policy.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public WaitPolicy {
        if (spins < 0 || yields < 0) {
            throw new IllegalArgumentException("spins " + spins + " and yields " + yields + " must not be negative");
        }
    }

    /**
     * Spins when every client can have a core, otherwise yields a few times and parks.
     *
     * @param clients how many clients will be at work at once
     * @param processors how many cores there are
     * @return the policy
     */
    public static WaitPolicy forClients(int clients, int processors) {
        return clients <= processors ? new WaitPolicy(SPINS, YIELDS) : new WaitPolicy(0, YIELDS_OF_MANY);
    }
}
