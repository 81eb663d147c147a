package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.CallException;
import io.baton.client.CallOutcomeUnknownException;
import io.baton.client.CallRefusedException;
import io.baton.client.IdempotencyKey;
import io.baton.client.RemoteProcedure;
import io.baton.protocol.Answer;
import io.baton.protocol.CallKey;
import io.baton.protocol.FrameType;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueCodec;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call with a key runs once, and who asks again gets its first outcome, or is told that nobody knows. */
@Timeout(30)
class KeyedCallsTest {

    private final AtomicLong clock = new AtomicLong();
    private final TestServer server =
        new TestServer(options -> options.keys(4, Duration.ofSeconds(10)).clock(clock::get));
    private final BatonClient client = server.connect();
    private final RemoteProcedure<Long> add = client.procedure("Add", Long.class);

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void aRepeatedCallIsAnsweredWithItsFirstOutcome() {
        final IdempotencyKey key = client.newKey();
        assertThat(add.keyed(key).call(1, 5)).isEqualTo(Bank.CENTS + 5);
        assertThat(add.keyed(key).call(1, 5)).isEqualTo(Bank.CENTS + 5);
        try (BatonClient other = server.connect()) {
            assertThat(other.procedure("Add", Long.class).keyed(key).call(1, 5)).isEqualTo(Bank.CENTS + 5);
        }
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5);
    }

    @Test
    void anAbortOfTheProcedureIsKept() {
        final IdempotencyKey key = client.newKey();
        final RemoteProcedure<Long> transfer = client.procedure("Transfer", Long.class).keyed(key);
        assertThat(catchThrowableOfType(CallException.class, () -> transfer.call(1, 2, Bank.CENTS + 1)).reason())
            .isEqualTo(Reason.GAVE_UP);
        add.call(1, 1);
        assertThat(catchThrowableOfType(CallAbortedByProcedureException.class,
            () -> transfer.call(1, 2, Bank.CENTS + 1)).reason()).isEqualTo(Reason.GAVE_UP);
    }

    @Test
    void anAbortOfTheSystemRunsAgain() {
        final IdempotencyKey key = client.newKey();
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class).keyed(key);
        assertThat(catchThrowableOfType(CallException.class,
            () -> hold.within(Duration.ofMillis(20)).call(1, 10_000)).reason()).isEqualTo(Reason.TIMEOUT);
        server.bank.release();
        assertThat(hold.call(1, 10_000)).isEqualTo(Bank.CENTS + 1);
    }

    @Test
    void aKeyIsForOneCall() {
        final IdempotencyKey key = client.newKey();
        add.keyed(key).call(1, 5);
        assertThat(catchThrowableOfType(CallRefusedException.class, () -> add.keyed(key).call(1, 6)).reason())
            .isEqualTo(Reason.KEY_REUSED);
        assertThat(catchThrowableOfType(CallRefusedException.class,
            () -> client.procedure("Hold", Long.class).keyed(key).call(1, 5)).reason()).isEqualTo(Reason.KEY_REUSED);
    }

    @Test
    void aRepeatedCallWaitsForTheFirst() throws InterruptedException {
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class).keyed(client.newKey());
        final CompletableFuture<Long> first = hold.callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        final CompletableFuture<Long> second = hold.callAsync(1, 20_000);
        // Comes behind it on the same connection.
        assertThat(add.call(2, 1)).isEqualTo(Bank.CENTS + 1);
        assertThat(second).isNotDone();
        server.bank.release();
        assertThat(first.join()).isEqualTo(Bank.CENTS + 1).isEqualTo(second.join());
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 2);
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored")
    void aCallWithAKeyGoesOnWithoutItsConnection() throws InterruptedException {
        final IdempotencyKey key = client.newKey();
        try (BatonClient other = server.connect()) {
            other.procedure("Hold", Long.class).keyed(key).callAsync(1, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
        }
        TestServer.await(() -> server.server.connections() == 1);
        server.bank.release();
        assertThat(client.procedure("Hold", Long.class).keyed(key).call(1, 20_000)).isEqualTo(Bank.CENTS + 1);
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 1);
    }

    @Test
    void resultsInPagesAreNotKept() {
        final RemoteProcedure<Object> accounts = client.procedure("Accounts", Object.class).keyed(client.newKey());
        accounts.call(2_000);
        assertThat(catchThrowableOfType(CallException.class, () -> accounts.call(2_000)).reason())
            .isEqualTo(Reason.RESULT_NOT_KEPT);
    }

    private Answer call(RawClient raw, int procedure, CallKey key) throws IOException {
        final var body = raw.write(RawClient.call(9, procedure, key, 1, 5)).read().body();
        final Answer answer = Answer.read(body);
        if (answer.outcome() == OutcomeKind.COMMITTED) {
            assertThat(ValueCodec.read(body)).isEqualTo(server.total() - (Bank.ACCOUNTS - 1) * Bank.CENTS);
        }
        return answer;
    }

    @Test
    void whatMayHaveBeenForgottenDoesNotRunAgain() throws IOException {
        final long incarnation = server.server.incarnation();
        try (RawClient raw = new RawClient(server.server.address())) {
            final int procedure = raw.hello().describe("Add");
            final CallKey old = new CallKey(new UUID(0, 0), 0, clock.get());
            assertThat(call(raw, procedure, old)).isEqualTo(Answer.COMMITTED);
            for (int i = 1; i < 10; i++) {
                clock.addAndGet(1_000_000_000);
                assertThat(call(raw, procedure, new CallKey(new UUID(0, i), 0, clock.get())))
                    .isEqualTo(Answer.COMMITTED);
                assertThat(server.server.keys().size()).isLessThanOrEqualTo(4);
            }
            final Answer again = call(raw, procedure, new CallKey(old.id(), incarnation, 0));
            assertThat(again.outcome()).isEqualTo(OutcomeKind.UNKNOWN);
            assertThat(again.message()).contains("forgotten");
            // Never seen, and younger than all that was forgotten: it runs.
            assertThat(call(raw, procedure, new CallKey(new UUID(1, 1), incarnation, clock.get() - 100)))
                .isEqualTo(Answer.COMMITTED);
            assertThat(call(raw, procedure, new CallKey(new UUID(1, 2), incarnation + 2, clock.get())).outcome())
                .isEqualTo(OutcomeKind.UNKNOWN);
            // A time that has not come yet is none.
            assertThat(call(raw, procedure, new CallKey(new UUID(1, 3), incarnation, clock.get() + 1)).outcome())
                .isEqualTo(OutcomeKind.UNKNOWN);
            // So late that it may have been repeated and forgotten.
            assertThat(call(raw, procedure, new CallKey(new UUID(1, 4), 0, 0)).outcome())
                .isEqualTo(OutcomeKind.REFUSED);
        }
        assertThat(server.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 11 * 5);
    }

    /** What was committed is forgotten while the repetition waits behind a call: it is none the younger for that. */
    @Test
    void timeInBuffersMakesNoCallYounger() throws Exception {
        final RawClient.Came came;
        try (TestServer narrow = new TestServer(
            options -> options.callsPerConnection(1).keys(4, Duration.ofSeconds(10)).clock(clock::get));
            RawClient raw = new RawClient(narrow.server.address());
            RawClient other = new RawClient(narrow.server.address())) {
            final int hold = raw.hello().describe("Hold");
            final int adding = raw.describe("Add");
            final UUID id = new UUID(3, 3);
            raw.write(RawClient.call(9, adding, new CallKey(id, 0, clock.get()), 1, 5));
            assertThat(raw.answer()).isEqualTo(Answer.COMMITTED);
            clock.addAndGet(1_000);
            raw.write(RawClient.call(10, hold, null, 2, 20_000));
            TestServer.await(() -> narrow.bank.holding.get() == 1);
            raw.write(RawClient.call(11, adding, new CallKey(id, narrow.server.incarnation(), 0), 1, 5));
            final int others = other.hello().describe("Add");
            for (int i = 0; i < 5; i++) {
                clock.addAndGet(20_000_000_000L);
                other.write(RawClient.call(9, others, new CallKey(new UUID(4, i), 0, clock.get()), 3, 1));
                assertThat(other.answer()).isEqualTo(Answer.COMMITTED);
            }
            narrow.bank.release();
            assertThat(raw.answer()).isEqualTo(Answer.COMMITTED);
            came = raw.read();
            assertThat(narrow.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 5 + 1 + 5);
        }
        assertThat(came.request()).isEqualTo(11);
        assertThat(Answer.read(came.body()).outcome()).isEqualTo(OutcomeKind.UNKNOWN);
    }

    @Test
    void aRepeatedCallWaitsNoLongerThanItWants() throws Exception {
        final RemoteProcedure<Long> hold = client.procedure("Hold", Long.class).keyed(client.newKey());
        final CompletableFuture<Long> first = hold.callAsync(1, 20_000);
        TestServer.await(() -> server.bank.holding.get() == 1);
        assertThat(catchThrowableOfType(CallOutcomeUnknownException.class,
            () -> hold.within(Duration.ofMillis(20)).call(1, 20_000))).hasMessageContaining("its time was over");
        assertThat(first).isNotDone();
        server.bank.release();
        assertThat(first.join()).isEqualTo(Bank.CENTS + 1);
        assertThat(hold.call(1, 20_000)).isEqualTo(Bank.CENTS + 1);
    }

    @Test
    void aRepeatedCallThatIsCancelledLeavesTheFirst() throws Exception {
        final CallKey key = new CallKey(new UUID(5, 5), 0, clock.get());
        try (RawClient raw = new RawClient(server.server.address())) {
            final int hold = raw.hello().describe("Hold");
            raw.write(RawClient.call(3, hold, key, 1, 20_000));
            TestServer.await(() -> server.bank.holding.get() == 1);
            raw.write(RawClient.call(4, hold, key, 1, 20_000)).write(RawClient.empty(FrameType.CANCEL, 4));
            final RawClient.Came came = raw.read();
            assertThat(came.request()).isEqualTo(4);
            assertThat(Answer.read(came.body()).outcome()).isEqualTo(OutcomeKind.UNKNOWN);
            server.bank.release();
            assertThat(raw.answer()).isEqualTo(Answer.COMMITTED);
        }
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored")
    void aServerThatEndsCancelsCallsWithKeys() throws InterruptedException {
        try (TestServer closing = new TestServer(options -> options.shutdownGrace(Duration.ofMillis(50)));
            BatonClient other = closing.connect()) {
            other.procedure("Hold", Long.class).keyed(other.newKey()).callAsync(1, 20_000);
            TestServer.await(() -> closing.bank.holding.get() == 1);
            closing.server.close();
            TestServer.await(() -> closing.bank.holding.get() == 0);
            assertThat(closing.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        }
    }

    @Test
    void messagesOfAbortsCountAmongTheBytes() {
        try (TestServer small = new TestServer(options -> {
            options.keysBytesMax = 200_000;
            return options;
        }); BatonClient other = small.connect()) {
            final RemoteProcedure<Long> fail = other.procedure("Fail", Long.class);
            for (int i = 0; i < 10; i++) {
                assertThat(catchThrowableOfType(CallAbortedByProcedureException.class,
                    () -> fail.keyed(other.newKey()).call("x".repeat(20_000))).reason()).isEqualTo(Reason.GAVE_UP);
            }
            assertThat(small.server.keys().size()).isLessThanOrEqualTo(6);
        }
    }

    /** Nothing was written, and nothing can have been: another run of the server may take the call. */
    @Test
    void aKeyOfACallThatWroteNothingIsForAnyServer() {
        final IdempotencyKey refused = client.newKey();
        final IdempotencyKey aborted = client.newKey();
        assertThat(catchThrowableOfType(CallRefusedException.class, () -> add.keyed(refused).call(1)).reason())
            .isEqualTo(Reason.WRONG_ARGUMENTS);
        assertThat(catchThrowableOfType(CallException.class, () -> client.procedure("Hold", Long.class).keyed(aborted)
            .within(Duration.ofMillis(20)).call(1, 10_000)).reason()).isEqualTo(Reason.TIMEOUT);
        final int port = server.server.address().getPort();
        server.close();
        try (TestServer restarted = new TestServer(port, options -> options)) {
            assertThat(add.keyed(refused).call(1, 5)).isEqualTo(Bank.CENTS + 5);
            assertThat(add.keyed(aborted).call(1, 5)).isEqualTo(Bank.CENTS + 10);
            assertThat(restarted.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS + 10);
        }
    }

    @Test
    void afterARestartNobodyKnows() {
        final IdempotencyKey key = client.newKey();
        add.keyed(key).call(1, 5);
        final int port = server.server.address().getPort();
        server.close();
        try (TestServer restarted = new TestServer(port, options -> options)) {
            final CallException failure =
                catchThrowableOfType(CallOutcomeUnknownException.class, () -> add.keyed(key).call(1, 5));
            assertThat(failure).isNotNull().hasMessageContaining("a run of the server that has ended");
            assertThat(failure.sqlState()).isEqualTo("08007");
            assertThat(restarted.total()).isEqualTo(Bank.ACCOUNTS * Bank.CENTS);
        }
    }
}
