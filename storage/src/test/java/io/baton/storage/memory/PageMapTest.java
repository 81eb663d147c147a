package io.baton.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** The map's own counters, behind entries that need more memory than it was laid out for, many times over. */
class PageMapTest {
    private static final int ROWS = 500;
    private static final int GROWTH = 64;

    @Test
    void mapThatGrowsByManyTiersKeepsItsEntries() {
        ChronicleLibraries.initialize();
        try (PageMap map = PageMap.open("t", Long.BYTES, Long.BYTES, 16, GROWTH)) {
            long empty = map.offHeapMemoryUsed();
            for (long i = 0; i < ROWS; i++) {
                map.put(key(i), value(i));
            }
            assertThat(map.longSize()).isEqualTo(ROWS);
            assertThat(map.remainingAutoResizes()).isBetween(1, GROWTH - ROWS / 32);
            assertThat(map.globalMutableState().getExtraTiersInUse()).isGreaterThan(1);
            assertThat(map.globalMutableState().getAllocatedExtraTierBulks()).isPositive();
            assertThat(map.globalMutableState().getDataStoreSize()).isGreaterThan(map.sizeInBytesWithoutTiers());
            assertThat(map.offHeapMemoryUsed()).isGreaterThan(empty);
            for (long i = 0; i < ROWS; i++) {
                assertThat(map.get(key(i))).isEqualTo(value(i));
            }
        }
    }

    @Test
    void initializationLeavesThreadAndPropertiesAsTheyWere() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ChronicleLibraries.initialize();
        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        assertThat(System.getProperty("chronicle.announcer.disable")).isNull();
        assertThat(System.getProperty("slf4j.internal.verbosity")).isNull();
    }

    private static byte[] key(long i) {
        return ByteBuffer.allocate(PageMap.KEY_BYTES).putLong(i).array();
    }

    private static byte[] value(long i) {
        return ByteBuffer.allocate(Long.BYTES).putLong(~i).array();
    }
}
