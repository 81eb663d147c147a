package io.baton.smallbank;

/**
 * Whether a consistency condition holds.
 *
 * @param holds whether it does
 * @param detail the first violation in words, or nothing
 */
public record ConditionResult(boolean holds, String detail) {
}
