package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.baton.engine.procedure.AbortReason;
import io.baton.engine.transaction.Audit;
import io.baton.engine.transaction.AuditFailure;
import io.baton.engine.transaction.AuditedLockClient;
import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.Workspace;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockMode;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.ShiftLockOptions;
import io.baton.lock.shiftlock.ShiftLockTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The checks of assertion mode are themselves checked: planted mistakes must be found. */
@Timeout(30)
class AssertionModeTest {

    private final EngineState state = new EngineState();

    @Test
    void waitingOutOfOrderIsFound() {
        try (InProcessFabric fabric = new InProcessFabric(160, new WaitPolicy(0, 0));
            ShiftLockTable table = new ShiftLockTable(fabric, 10, ShiftLockOptions.product(),
                Thread.ofVirtual().factory())) {
            final LockClient client = new AuditedLockClient(table.client(), state);
            client.acquire(5, LockMode.SHARED, LockClient.NO_DEADLINE);
            client.tryAcquire(3, LockMode.SHARED);
            assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> client.acquire(4, LockMode.SHARED, LockClient.NO_DEADLINE))
                .withMessageContaining("would wait for slot 4 while it holds slot 5");
            assertThat(state.cause()).isInstanceOf(AuditFailure.class);
            client.releaseAll();
        }
    }

    @Test
    void listOfLocksIsAskedForAsOneAndIsInTheBooksAfterwards() {
        final EngineBuilder builder = Bank.builder().lockSlots(10);
        try (FaultyLocks table = new FaultyLocks(new EmbeddedLocks(builder))) {
            final LockClient client = new AuditedLockClient(table.client(), state);
            final LockList locks = new LockList();
            locks.add(2, LockMode.SHARED);
            locks.add(5, LockMode.EXCLUSIVE);
            assertThat(client.acquireAll(locks, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            assertThat(table.lists).isOne();
            assertThat(client.heldCount()).isEqualTo(2);
            assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> client.acquire(5, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE))
                .withMessageContaining("would wait for slot 5 while it holds slot 5");
            assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> client.acquireAll(locks, LockClient.NO_DEADLINE))
                .withMessageContaining("would wait for slot 2 while it holds slot 5");
            client.releaseAll();
            assertThat(client.acquireAll(locks, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.releaseAll();
            client.close();
        }
    }

    @Test
    void listThatIsNotGrantedAsAWholeIsInTheBooksAsFarAsItIsHeld() {
        final EngineBuilder builder = Bank.builder().lockSlots(10);
        try (EmbeddedLocks table = new EmbeddedLocks(builder); LockClient other = table.table().client()) {
            other.acquire(5, LockMode.EXCLUSIVE, LockClient.NO_DEADLINE);
            final LockClient client = new AuditedLockClient(table.table().client(), state);
            final LockList locks = new LockList();
            locks.add(2, LockMode.SHARED);
            locks.add(5, LockMode.EXCLUSIVE);
            assertThat(client.acquireAll(locks, System.nanoTime())).isEqualTo(LockOutcome.DEADLINE);
            assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(() -> client.acquire(1, LockMode.SHARED, LockClient.NO_DEADLINE))
                .withMessageContaining("would wait for slot 1 while it holds slot 2");
            assertThat(client.acquire(3, LockMode.SHARED, LockClient.NO_DEADLINE)).isEqualTo(LockOutcome.GRANTED);
            client.releaseAll();
            client.close();
            other.releaseAll();
        }
    }

    @Test
    void plannedLocksAreAskedForAsOneListInAssertionModeToo() {
        final EngineBuilder builder = Bank.builder();
        final FaultyLocks locks = new FaultyLocks(new EmbeddedLocks(builder));
        try (Engine engine = builder.lockTable(locks).open()) {
            Bank.load(engine, 3, 100);
            engine.call(engine.register(new Bank.PlannedTransfer(), Long.class), 1L, 2L, 5L);
            assertThat(locks.lists).isOne();
        }
    }

    @Test
    void brokenClientSaysSoInAssertionModeToo() {
        final FaultyLocks locks = new FaultyLocks(new EmbeddedLocks(Bank.builder().lockSlots(10)));
        try (locks; LockClient client = new AuditedLockClient(locks.client(), state)) {
            assertThat(client.isBroken()).isFalse();
            locks.broken = true;
            assertThat(client.isBroken()).isTrue();
        }
    }

    @Test
    void accessWithoutItsLockIsFound() {
        try (Engine engine = Bank.builder().open()) {
            Bank.load(engine, 3, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> engine.call(work, (Bank.Work) t -> {
                final Workspace workspace = ((TransactionHandle) t).participant().workspace;
                final var row = t.read(Bank.ACCOUNT, 1);
                workspace.locks().releaseAll();
                workspace.audit().row(workspace.tables().context(Bank.ACCOUNT), row, LockMode.SHARED);
                return 0;
            })).withMessageContaining("table account is accessed without its lock held SHARED");
        }
    }

    @Test
    void mistakeThatAProcedureSwallowsStopsTheEngineAllTheSame() {
        try (Engine engine = Bank.builder().open()) {
            Bank.load(engine, 3, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            final Outcome<Object> outcome = engine.execute(work, (Bank.Work) t -> {
                final Workspace workspace = ((TransactionHandle) t).participant().workspace;
                t.update(Bank.ACCOUNT, 2).set(Bank.BALANCE, 1);
                final var row = t.read(Bank.ACCOUNT, 1);
                final Audit audit = workspace.audit();
                try {
                    audit.row(workspace.tables().context(Bank.ACCOUNT), row, LockMode.EXCLUSIVE);
                } catch (AuditFailure e) {
                    return "swallowed";
                }
                return "not found";
            });
            assertThat(outcome).isInstanceOfSatisfying(Outcome.AbortedBySystem.class,
                aborted -> assertThat(aborted.reason()).isEqualTo(AbortReason.STOPPED));
            assertThatExceptionOfType(EngineStoppedException.class)
                .isThrownBy(() -> engine.call(work, (Bank.Work) t -> 0)).withCauseInstanceOf(AuditFailure.class);
        }
    }

    @Test
    void sharedLockIsNotEnoughForAWrite() {
        try (Engine engine = Bank.builder().open()) {
            Bank.load(engine, 3, 100);
            final Procedure<Object> work = engine.register(new Bank.Do(), Object.class);
            assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> engine.call(work, (Bank.Work) t -> {
                final Workspace workspace = ((TransactionHandle) t).participant().workspace;
                workspace.audit().row(
                    workspace.tables().context(Bank.ACCOUNT), t.read(Bank.ACCOUNT, 1), LockMode.EXCLUSIVE);
                return 0;
            })).withMessageContaining("held EXCLUSIVE");
            assertThatExceptionOfType(EngineStoppedException.class)
                .isThrownBy(() -> engine.call(work, (Bank.Work) t -> t.exists(Bank.ACCOUNT, 1)));
        }
    }
}
