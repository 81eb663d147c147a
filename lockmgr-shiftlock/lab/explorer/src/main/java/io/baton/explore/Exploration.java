package io.baton.explore;

import java.util.List;

/**
 * What an exploration has found.
 *
 * @param states how many states there are
 * @param transitions how many transitions lead from one to another
 * @param ends in how many states nothing happens any more
 * @param executions how often the code was executed from the beginning
 * @param depth the most transitions in one execution
 * @param complete whether all was seen that the bounds allow
 * @param bounded whether more early timeouts than the bounds allow would have shown more
 * @param violation what is wrong, or nothing
 * @param trace the shortest known way there, and where everything stands then; empty if nothing is wrong
 */
public record Exploration(
        int states, long transitions, int ends, long executions, int depth, boolean complete, boolean bounded,
        String violation, List<String> trace) {
}
