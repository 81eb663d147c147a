package io.baton.client;

import java.util.List;

/**
 * Some names of procedures.
 *
 * @param names in order
 * @param more whether there are more behind them
 */
record NamesPage(List<String> names, boolean more) {
}
