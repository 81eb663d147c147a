package io.baton.lab.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Loads are prepared once as long as they are in use, and not kept for ever. */
final class ReadyLoadsTest {

    private final ReadyLoads loads = new ReadyLoads();

    private static Load load(int warehouses) {
        return new TpccCellWork(1, warehouses, 0, false);
    }

    @Test
    void aLoadIsPreparedOnce() {
        final Load.Ready ready = loads.get(load(1), 1);
        loads.get(load(2), 1);
        assertThat(loads.get(load(1), 1)).isSameAs(ready);
    }

    @Test
    void aLoadThatHasNotBeenUsedForLongIsForgotten() {
        final Load.Ready used = loads.get(load(1), 1);
        final Load.Ready unused = loads.get(load(2), 1);
        for (int warehouses = 3; warehouses < 6; warehouses++) {
            loads.get(load(warehouses), 1);
            assertThat(loads.get(load(1), 1)).isSameAs(used);
        }
        assertThat(loads.get(load(2), 1)).isNotSameAs(unused);
    }
}
