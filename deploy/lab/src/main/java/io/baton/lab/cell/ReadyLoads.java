package io.baton.lab.cell;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The loads that were used last, ready to be run: traces take a while to generate, and all locks of an experiment run
 * the same. Only few are kept, since traces of many hosts are some hundred megabytes. Thread-safe; while one thread
 * prepares a load the others wait, most likely for the same.
 */
final class ReadyLoads {

    private static final int MOST = 4;
    private static final float LOAD_FACTOR = 0.75f;

    private final Map<Load, Load.Ready> ready = new LinkedHashMap<>(2 * MOST, LOAD_FACTOR, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Load, Load.Ready> eldest) {
            return size() > MOST;
        }
    };

    synchronized Load.Ready get(Load load, long seed) {
        return ready.computeIfAbsent(load, wanted -> wanted.prepare(seed));
    }
}
