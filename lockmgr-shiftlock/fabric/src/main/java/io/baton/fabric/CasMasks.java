package io.baton.fabric;

/**
 * Which bits of a 16-byte entry an extended compare-and-swap compares and which it replaces. A step of a protocol
 * has its masks in a constant: they are a record so that the compiler trusts them and leaves out what they mask away.
 *
 * @param compareLow compared bits of the first word
 * @param compareHigh compared bits of the second word
 * @param swapLow replaced bits of the first word
 * @param swapHigh replaced bits of the second word
 */
public record CasMasks(long compareLow, long compareHigh, long swapLow, long swapHigh) {
}
