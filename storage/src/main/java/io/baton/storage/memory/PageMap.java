package io.baton.storage.memory;

import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.hash.VanillaGlobalMutableState;
import net.openhft.chronicle.hash.impl.InMemoryChronicleHashResources;
import net.openhft.chronicle.hash.serialization.SizeMarshaller;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.map.VanillaChronicleMap;
import org.jspecify.annotations.Nullable;

/**
 * The Chronicle Map of one table's pages, in memory. It is made by its constructor and not by
 * {@link ChronicleMapBuilder#create()}, because that generates the source of a class for five counters and compiles it
 * with javac: most of the time of a start, and impossible where there is no compiler. Here the class of the counters is
 * {@link Counters}. See docs/decisions/0075-opening-without-a-compiler.md.
 * <p>
 * The builder is configured with sizes in bytes for keys and values alike: what it works out from samples, only
 * {@code create()} asks it to.
 */
final class PageMap extends VanillaChronicleMap<byte[], byte[], Object> {
    /** The key is the page number, as eight bytes. */
    static final int KEY_BYTES = Long.BYTES;

    private PageMap(ChronicleMapBuilder<byte[], byte[]> builder) {
        super(builder);
    }

    /**
     * Opens a map from keys of {@link #KEY_BYTES} to values of constant size.
     *
     * @param entries entries that it is laid out for
     * @param growth how many times as many it may hold
     */
    static PageMap open(String table, int pageBytes, int valueAlignmentBytes, long entries, double growth) {
        PageMap map = new PageMap(ChronicleMapBuilder.of(byte[].class, byte[].class)
            .name(table)
            .entries(entries)
            .maxBloatFactor(growth)
            .actualSegments(1)
            .averageKeySize(KEY_BYTES)
            .keySizeMarshaller(SizeMarshaller.constant(KEY_BYTES))
            .averageValueSize(pageBytes)
            .valueSizeMarshaller(SizeMarshaller.constant(pageBytes))
            .entryAndValueOffsetAlignment(valueAlignmentBytes)
            // The code that opened the storage closes it: a hook at exit would free rows under running transactions.
            .skipCloseOnExitHook(true));
        InMemoryChronicleHashResources resources = new InMemoryChronicleHashResources();
        try {
            map.createInMemoryStoreAndSegments(resources);
            map.setResourcesName();
            map.registerCleaner();
            return map;
        } catch (Throwable e) {
            resources.releaseManually();
            throw e;
        }
    }

    @Override
    protected VanillaGlobalMutableState createGlobalMutableState() {
        return new Counters();
    }

    /**
     * The counters of a map in memory, outside the heap, where the map's lock guards it.
     *
     * <pre>
     *   0                   8                   16                  24                  32                  40
     *   +-------------------+-------------------+-------------------+-------------------+-------------------+
     *   | allocated bulks   | first free tier   | tiers in use      | segments' offset  | bytes             |
     *   +-------------------+-------------------+-------------------+-------------------+-------------------+
     * </pre>
     */
    private static final class Counters implements VanillaGlobalMutableState {
        private static final int BULKS_OFFSET = 0;
        private static final int FIRST_FREE_TIER_OFFSET = 8;
        private static final int TIERS_IN_USE_OFFSET = 16;
        private static final int SEGMENT_HEADERS_OFFSET = 24;
        private static final int DATA_STORE_SIZE_OFFSET = 32;
        private static final int SIZE_BYTES = 40;

        @Nullable
        private BytesStore<?, ?> store;
        private long offset;
        private long address;

        @Override
        @SuppressWarnings("rawtypes") // As Chronicle declares it.
        public void bytesStore(BytesStore store, long offset, long length) {
            this.store = store;
            this.offset = offset;
            this.address = store.addressForWrite(offset);
        }

        @Override
        @Nullable
        public BytesStore<?, ?> bytesStore() {
            return store;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long maxSize() {
            return SIZE_BYTES;
        }

        @Override
        public int getAllocatedExtraTierBulks() {
            return (int) Memory.getLong(address + BULKS_OFFSET);
        }

        @Override
        public void setAllocatedExtraTierBulks(int bulks) {
            Memory.putLong(address + BULKS_OFFSET, bulks);
        }

        @Override
        public long getFirstFreeTierIndex() {
            return Memory.getLong(address + FIRST_FREE_TIER_OFFSET);
        }

        @Override
        public void setFirstFreeTierIndex(long tier) {
            Memory.putLong(address + FIRST_FREE_TIER_OFFSET, tier);
        }

        @Override
        public long getExtraTiersInUse() {
            return Memory.getLong(address + TIERS_IN_USE_OFFSET);
        }

        @Override
        public void setExtraTiersInUse(long tiers) {
            Memory.putLong(address + TIERS_IN_USE_OFFSET, tiers);
        }

        @Override
        public long getSegmentHeadersOffset() {
            return Memory.getLong(address + SEGMENT_HEADERS_OFFSET);
        }

        @Override
        public void setSegmentHeadersOffset(long bytes) {
            Memory.putLong(address + SEGMENT_HEADERS_OFFSET, bytes);
        }

        @Override
        public long getDataStoreSize() {
            return Memory.getLong(address + DATA_STORE_SIZE_OFFSET);
        }

        @Override
        public void setDataStoreSize(long bytes) {
            Memory.putLong(address + DATA_STORE_SIZE_OFFSET, bytes);
        }

        @Override
        public long addDataStoreSize(long bytes) {
            long sum = getDataStoreSize() + bytes;
            setDataStoreSize(sum);
            return sum;
        }
    }
}
