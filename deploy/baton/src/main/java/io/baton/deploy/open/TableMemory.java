package io.baton.deploy.open;

/**
 * What the rows and indexes of a run take of memory, outside the Java heap.
 *
 * @param bytes how much they take; may exceed the budget a little
 * @param budgetBytes from where on inserts are refused
 */
public record TableMemory(long bytes, long budgetBytes) {
}
