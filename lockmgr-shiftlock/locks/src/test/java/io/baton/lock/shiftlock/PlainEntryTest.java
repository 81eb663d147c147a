package io.baton.lock.shiftlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Route;
import io.baton.fabric.VerbKind;
import io.baton.fabric.WordPair;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.PlainLockEntry;
import io.baton.testing.Crew;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Entries of two words, on the processor's own atomics. */
@Timeout(60)
class PlainEntryTest {

    private static final int SLOTS = 8;
    private static final ShiftLockOptions PLAIN = ShiftLockOptions.product().withEntry(EntryFormat.PLAIN);

    private final InProcessFabric fabric =
        InProcessFabric.plain(ShiftLockTable.memoryBytes(SLOTS), new WaitPolicy(0, 0));
    private final ShiftLockTable table =
        new ShiftLockTable(fabric, SLOTS, PLAIN, Thread.ofPlatform().daemon().factory());

    @AfterEach
    void close() {
        table.close();
        fabric.close();
    }

    @Test
    void fieldsAreWhereTheDiagramSays() {
        final long route = Route.of(0xABCD, 0x123456);
        final long low = 0x55_5555L << 41 | PlainLockEntry.tailBits(route) | 1;
        assertThat(PlainLockEntry.in(low)).isEqualTo(0x55_5555);
        assertThat(PlainLockEntry.tail(low)).isEqualTo(route);
        assertThat(PlainLockEntry.in(-1L)).isEqualTo((1 << 23) - 1);
        assertThat(-1L + PlainLockEntry.ONE_READER).isEqualTo((1L << 41) - 1);
        assertThat(PlainLockEntry.readers(0, (1L << 23) - 3)).isEqualTo(3);
        assertThat(PlainLockEntry.allOut(0, (1L << 23) - 3)).isEqualTo(1L << 23);
        assertThat(EntryFormat.PLAIN.isFree(PlainLockEntry.inBits(1L << 30), 1L << 30)).isTrue();
    }

    /** In begins anew after 2^23 readers, and Out does not; nobody notices. */
    @Test
    void countsOfReadersWrap() {
        final long almost = (1L << 23) - 1;
        try (Endpoint endpoint = fabric.connect(); LockClient reader = table.client();
            LockClient writer = table.client()) {
            endpoint.writeWord(0, PlainLockEntry.inBits(almost));
            endpoint.writeWord(8, almost);
            for (int i = 0; i < 3; i++) {
                assertThat(reader.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.GRANTED);
                assertThat(writer.tryAcquire(0, LockMode.EXCLUSIVE)).isEqualTo(LockOutcome.BUSY);
                assertThat(reader.upgrade(0)).isEqualTo(LockOutcome.GRANTED);
                assertThat(writer.tryAcquire(0, LockMode.SHARED)).isEqualTo(LockOutcome.BUSY);
                reader.release(0);
                assertThat(writer.acquire(0, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                    .isEqualTo(LockOutcome.GRANTED);
                writer.release(0);
            }
        }
        assertThat(table.busySlots()).isZero();
    }

    @Test
    void pairOfAWriterIsTwoAtomicsAndLeavesTheEntryAsItWas() {
        try (LockClient client = table.client(); Endpoint endpoint = fabric.connect()) {
            client.acquire(3, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            client.release(3);
            assertThat(client.counters().verbs().get(VerbKind.CAS)).isEqualTo(2);
            assertThat(client.counters().verbs().get(VerbKind.FAA)).isZero();
            final WordPair entry = new WordPair();
            endpoint.read(48, entry);
            assertThat(entry.low() | entry.high()).isZero();
        }
    }

    @Test
    void readersAndWritersInterchange() {
        final long[] shared = new long[1];
        final int rounds = 2_000;
        Crew.run(6, false, index -> {
            try (LockClient client = table.client()) {
                for (int i = 0; i < rounds; i++) {
                    final boolean reads = (i + index) % 3 == 0;
                    client.acquire(1, reads ? LockMode.SHARED : LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
                    if (!reads) {
                        shared[0]++;
                    }
                    client.release(1);
                }
            }
        });
        assertThat(shared[0]).isEqualTo(6L * rounds - 6 * rounds / 3);
        assertThat(table.busySlots()).isZero();
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withBatches(true))
            .withMessageContaining("no batches");
        assertThatIllegalArgumentException().isThrownBy(() -> PLAIN.withSilentHandover(false))
            .withMessageContaining("silent");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> new ShiftLockTable(fabric, SLOTS, ShiftLockOptions.product(), Thread::new))
            .withMessageContaining("8 bytes only");
    }

    @Test
    void plainMemoryRefusesWideAtomics() {
        try (Endpoint endpoint = fabric.connect()) {
            assertThatThrownBy(() -> endpoint.extFaa(0, EntryMasks.FIELDS, 0, 0, new WordPair()))
                .isInstanceOf(UnsupportedOperationException.class).hasMessageContaining("8 bytes");
            assertThatIllegalArgumentException().isThrownBy(() -> endpoint.cas(16L * SLOTS, 0, 1))
                .withMessageContaining("below 128");
        }
    }
}
