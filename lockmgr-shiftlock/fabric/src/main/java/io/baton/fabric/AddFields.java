package io.baton.fabric;

/**
 * The fields of a 16-byte entry for an extended fetch-and-add: a set bit is the most significant bit of a field, out
 * of which no carry goes.
 *
 * @param boundaryLow boundaries in the first word
 * @param boundaryHigh boundaries in the second word
 */
public record AddFields(long boundaryLow, long boundaryHigh) {
}
