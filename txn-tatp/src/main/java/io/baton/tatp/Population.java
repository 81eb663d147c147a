package io.baton.tatp;

import io.baton.engine.BulkLoad;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.storage.Row;
import io.baton.storage.column.StringColumn;
import io.baton.tatp.schema.AccessInfoTable;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.tatp.schema.SpecialFacilityTable;
import io.baton.tatp.schema.SubscriberTable;
import io.baton.workload.RandomStreams;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * The initial rows (specification, section Database Schema and Population). Parts of equal size have a random generator
 * each. Subscribers come in an order that is spread over all of them, as the specification wants them chosen randomly.
 */
final class Population {

    /** Types of access infos and of facilities: 1 to 4. */
    static final int TYPES = 4;

    static final int FORWARDINGS_MAX = 3;
    private static final int PART_SUBSCRIBERS = 5_000;
    private static final int ACTIVE_PERCENT = 85;
    private static final int FORWARDING_HOURS_MAX = 8;
    private static final long LOCATION_MAX = (1L << 32) - 1;
    private static final int LETTERS = 26;

    private final TatpConfig config;
    private final long stride;

    Population(TatpConfig config) {
        this.config = config;
        this.stride = stride(config.subscribers());
    }

    /** About so many rows: 1 subscriber, 2.5 access infos, 2.5 facilities, 2.5 · 1.5 forwardings. */
    static long rows(int subscribers) {
        return subscribers + accessInfos(subscribers) + facilities(subscribers) + forwardings(subscribers);
    }

    static long accessInfos(int subscribers) {
        return subscribers * 5L / 2;
    }

    static long facilities(int subscribers) {
        return subscribers * 5L / 2;
    }

    static long forwardings(int subscribers) {
        return subscribers * 15L / 4;
    }

    void load(Engine engine, LongConsumer rowsLoaded) {
        BulkLoad.run(engine, Math.ceilDiv(config.subscribers(), PART_SUBSCRIBERS), this::loadPart, rowsLoaded);
    }

    private void loadPart(int part, Loader loader) {
        final Rows rows = new Rows(loader, RandomStreams.population(config.seed(), part));
        final int end = Math.min(config.subscribers(), (part + 1) * PART_SUBSCRIBERS);
        for (int place = part * PART_SUBSCRIBERS; place < end; place++) {
            rows.load((int) (place * stride % config.subscribers()) + 1);
        }
    }

    /** A step that visits all subscribers: near the golden section of them, and without a common divisor. */
    private static long stride(int subscribers) {
        long step = Math.max(1, Math.round(subscribers * 0.618));
        while (gcd(step, subscribers) != 1) {
            step++;
        }
        return step;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /** Makes rows with one random generator. One thread. */
    private static final class Rows {

        private final Loader loader;
        private final SplittableRandom random;
        private final byte[] text = new byte[SubscriberNumber.DIGITS];
        private final int[] shuffled = new int[TYPES];

        Rows(Loader loader, SplittableRandom random) {
            this.loader = loader;
            this.random = random;
        }

        void load(int subscriber) {
            loadSubscriber(subscriber);
            final int accessInfos = draw(TYPES);
            for (int i = 0; i < accessInfos; i++) {
                loadAccessInfo(subscriber, shuffled[i] + 1);
            }
            // Forwardings are drawn from the same array, so the types of facilities are kept as bits.
            final int facilities = bits(draw(TYPES));
            for (int type = 1; type <= TYPES; type++) {
                if ((facilities & 1 << (type - 1)) != 0) {
                    loadFacility(subscriber, type);
                }
            }
        }

        private void loadSubscriber(int subscriber) {
            final Row row = loader.row(SubscriberTable.TABLE, SubscriberTable.key(subscriber));
            SubscriberNumber.set(row, SubscriberTable.NUMBER, subscriber, text);
            for (int i = 0; i < SubscriberTable.COLUMNS_OF_A_KIND; i++) {
                row.set(SubscriberTable.bit(i), random.nextInt(2));
                row.set(SubscriberTable.hex(i), random.nextInt(16));
                row.set(SubscriberTable.byte2(i), random.nextInt(256));
            }
            row.set(SubscriberTable.MSC_LOCATION, random.nextLong(1, LOCATION_MAX + 1));
            row.set(SubscriberTable.VLR_LOCATION, random.nextLong(1, LOCATION_MAX + 1));
            loader.insert(row);
        }

        private void loadAccessInfo(int subscriber, int type) {
            final Row row = loader.row(AccessInfoTable.TABLE, AccessInfoTable.key(subscriber, type));
            row.set(AccessInfoTable.DATA1, random.nextInt(256)).set(AccessInfoTable.DATA2, random.nextInt(256));
            letters(row, AccessInfoTable.DATA3, AccessInfoTable.DATA3_BYTES);
            letters(row, AccessInfoTable.DATA4, AccessInfoTable.DATA4_BYTES);
            loader.insert(row);
        }

        private void loadFacility(int subscriber, int type) {
            final Row row = loader.row(SpecialFacilityTable.TABLE, SpecialFacilityTable.key(subscriber, type));
            row.set(SpecialFacilityTable.ACTIVE, random.nextInt(100) < ACTIVE_PERCENT ? 1 : 0);
            row.set(SpecialFacilityTable.ERROR_CONTROL, random.nextInt(256));
            row.set(SpecialFacilityTable.DATA_A, random.nextInt(256));
            letters(row, SpecialFacilityTable.DATA_B, SpecialFacilityTable.DATA_B.bytesMax());
            loader.insert(row);
            shuffle(FORWARDINGS_MAX);
            final int forwardings = random.nextInt(FORWARDINGS_MAX + 1);
            for (int i = 0; i < forwardings; i++) {
                loadForwarding(subscriber, type, shuffled[i] * CallForwardingTable.START_STEP);
            }
        }

        private void loadForwarding(int subscriber, int facility, int start) {
            final Row row =
                loader.row(CallForwardingTable.TABLE, CallForwardingTable.key(subscriber, facility, start));
            row.set(CallForwardingTable.END, start + random.nextInt(1, FORWARDING_HOURS_MAX + 1));
            for (int i = 0; i < SubscriberNumber.DIGITS; i++) {
                text[i] = (byte) ('0' + random.nextInt(10));
            }
            row.set(CallForwardingTable.NUMBER, text, 0, SubscriberNumber.DIGITS);
            loader.insert(row);
        }

        /** Shuffles the numbers below a count and returns how many of them to take, at least one. */
        private int draw(int count) {
            shuffle(count);
            return random.nextInt(1, count + 1);
        }

        private void shuffle(int count) {
            for (int i = 0; i < count; i++) {
                final int j = random.nextInt(i + 1);
                shuffled[i] = shuffled[j];
                shuffled[j] = i;
            }
        }

        private int bits(int count) {
            int bits = 0;
            for (int i = 0; i < count; i++) {
                bits |= 1 << shuffled[i];
            }
            return bits;
        }

        private void letters(Row row, StringColumn column, int length) {
            for (int i = 0; i < length; i++) {
                text[i] = (byte) ('A' + random.nextInt(LETTERS));
            }
            row.set(column, text, 0, length);
        }
    }
}
