package io.baton.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Bank;
import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every call is told of once, however it is made and however it ends. */
@Timeout(30)
class ObservedCallsTest {

    /** A call that has ended. */
    private record Told(String procedure, CallEnd end, String sqlState) {
    }

    private final List<Told> told = Collections.synchronizedList(new ArrayList<>());
    private final Engine engine = Engine.builder().table(Bank.ACCOUNT, 100).observer(
        (procedure, end, sqlState, nanos, restarts) -> {
            assertThat(nanos).isPositive();
            told.add(new Told(procedure, end, sqlState));
        }).open();
    private final Procedure<Long> transfer = engine.register(new Bank.Transfer(), Long.class);
    private final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);

    @BeforeEach
    void load() {
        try (Loader loader = engine.loader()) {
            for (int id = 0; id < 10; id++) {
                loader.insert(loader.row(Bank.ACCOUNT, Bank.ACCOUNT.key(id)).set(Bank.BALANCE, 100));
            }
        }
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void howeverACallIsMadeItIsToldOnce() {
        engine.call(transfer, 1L, 2L, 10L);
        engine.callAsync(transfer, 1L, 2L, 10L).join();
        transfer.executeNow(1L, 2L, 10L);
        try (Session session = engine.session()) {
            session.call(transfer, 1L, 2L, 10L);
        }
        assertThat(told).hasSize(4).containsOnly(new Told("Transfer", CallEnd.COMMITTED, "00000"));
    }

    @Test
    void theReasonIsTold() throws InterruptedException {
        engine.execute(transfer, 1L, 2L, 1_000L);
        engine.execute(work, (Bank.Work) transaction -> {
            throw new IllegalStateException("broken");
        });
        final CountDownLatch held = new CountDownLatch(1);
        final CountDownLatch goOn = new CountDownLatch(1);
        final var holder = engine.callAsync(work, (Bank.Work) transaction -> {
            transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(5));
            held.countDown();
            goOn.await();
            return null;
        });
        held.await();
        // What is given up is not told: the call is made again.
        assertThat(transfer.executeNow(5L, 6L, 1L)).isNull();
        engine.execute(transfer.within(Duration.ofMillis(20)), 5L, 6L, 1L);
        goOn.countDown();
        holder.join();
        assertThat(told).containsExactly(new Told("Transfer", CallEnd.ABORTED_BY_PROCEDURE, "45000"),
            new Told("Do", CallEnd.ABORTED_BY_PROCEDURE, "38000"),
            new Told("Transfer", CallEnd.ABORTED_BY_SYSTEM, "HYT00"), new Told("Do", CallEnd.COMMITTED, "00000"));
    }

    /** As a server does that makes one transaction of calls that come one after the other. */
    @Test
    void theCallsOfATransactionOfSeveralAreToldOneByOne() {
        assertThat(engine.call(work, (Bank.Work) transaction -> {
            transfer.callWithin(transaction, 1L, 2L, 10L);
            final RunningCall idle = engine.activity().calls().getFirst();
            assertThat(idle.within()).isNull();
            work.callWithin(transaction, (Bank.Work) within -> {
                final RunningCall running = engine.activity().calls().getFirst();
                assertThat(running.procedure()).isEqualTo("Do");
                assertThat(running.within()).isEqualTo("Do");
                return null;
            });
            // A part of a call is none by itself.
            return transfer.runWithin(transaction, 1L, 2L, 10L);
        })).isEqualTo(80L);
        assertThat(told).containsExactly(new Told("Transfer", CallEnd.RETURNED, "00000"),
            new Told("Do", CallEnd.RETURNED, "00000"), new Told("Do", CallEnd.COMMITTED, "00000"));
        told.clear();
        engine.execute(work, (Bank.Work) transaction -> transfer.callWithin(transaction, 1L, 2L, 1_000L));
        engine.execute(work, (Bank.Work) transaction -> work.callWithin(transaction, (Bank.Work) within -> {
            throw new IOException("broken");
        }));
        assertThat(told).containsExactly(new Told("Transfer", CallEnd.ABORTED_BY_PROCEDURE, "45000"),
            new Told("Do", CallEnd.ABORTED_BY_PROCEDURE, "45000"),
            new Told("Do", CallEnd.ABORTED_BY_PROCEDURE, "38000"),
            new Told("Do", CallEnd.ABORTED_BY_PROCEDURE, "38000"));
    }

    @Test
    void aFlightRecordingHasCallsAndWaitsForLocks(@TempDir Path folder) throws Exception {
        final Path file = folder.resolve("calls.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("io.baton.Call").withThreshold(Duration.ZERO);
            recording.enable("io.baton.LockWait").withThreshold(Duration.ofMillis(10));
            recording.start();
            final CountDownLatch held = new CountDownLatch(1);
            final var holder = engine.callAsync(work, (Bank.Work) transaction -> {
                transaction.update(Bank.ACCOUNT, Bank.ACCOUNT.key(5));
                held.countDown();
                Thread.sleep(50);
                return null;
            });
            held.await();
            engine.call(transfer, 5L, 6L, 1L);
            holder.join();
            recording.stop();
            recording.dump(file);
        }
        final List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).filteredOn(event -> event.getEventType().getName().equals("io.baton.Call"))
            .extracting(event -> event.getString("procedure")).containsExactlyInAnyOrder("Do", "Transfer");
        assertThat(events).filteredOn(event -> event.getEventType().getName().equals("io.baton.LockWait"))
            .isNotEmpty().allMatch(event -> event.getBoolean("exclusive"));
    }
}
