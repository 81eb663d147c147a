package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.scram.ScramClient;
import io.baton.server.users.Grants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of several calls and results in pages are no way around grants. */
@Timeout(30)
class GrantedTransactionsTest {

    private static final long ALL = Bank.ACCOUNTS * Bank.CENTS;
    private static final int TRANSACTIONS = 80;
    private static final int ROWS = 5_000;
    private static final int CALL = 9;
    private static final int TRANSACTION = 77;

    @TempDir
    private Path folder = Path.of("");

    private TestUsers users;
    private TestServer server;

    @BeforeEach
    void start() throws IOException {
        users = new TestUsers(folder);
        server = new TestServer(
            options -> options.users(users.path).transactions(TRANSACTIONS, Duration.ofSeconds(20)));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private BatonClient connect(String name) {
        return BatonClient.connect(server.options().user(name, TestUsers.password(name)));
    }

    private static Reason reason(ThrowingCallable call) {
        return catchThrowableOfType(CallException.class, call).reason();
    }

    @Test
    void whoMayCallNothingTakesNoTransaction() throws IOException {
        users.add("eve");
        server.server.refresh();
        try (BatonClient eve = connect("eve")) {
            for (int i = 0; i < TRANSACTIONS; i++) {
                final RemoteTransaction transaction = eve.begin();
                eve.ping().join();
                assertThat(server.server.transactions().count()).isZero();
                final CallException refused = catchThrowableOfType(CallException.class, transaction::commit);
                assertThat(refused.reason()).isEqualTo(Reason.NOT_GRANTED);
                assertThat(refused).hasMessageContaining("user eve may call nothing");
            }
        }
    }

    @Test
    void whoIsRemovedCommitsNothing() throws Exception {
        try (BatonClient bob = connect("bob"); BatonClient ann = connect("ann")) {
            final RemoteProcedure<Long> add = bob.procedure("Add", Long.class);
            final RemoteTransaction transaction = bob.begin();
            assertThat(add.in(transaction).call(1, 5)).isEqualTo(Bank.CENTS + 5);
            users.remove("bob");
            server.server.refresh();
            assertThat(reason(() -> add.in(transaction).call(1, 5))).isEqualTo(Reason.NOT_GRANTED);
            assertThat(reason(transaction::commit)).isEqualTo(Reason.NOT_GRANTED);
            TestServer.await(() -> server.server.transactions().count() == 0);
            // Its locks are given back.
            assertThat(ann.procedure("Add", Long.class).call(1, 0)).isEqualTo(Bank.CENTS);
            assertThat(server.total()).isEqualTo(ALL);
            final RemoteTransaction none = bob.begin();
            assertThat(reason(none::commit)).isEqualTo(Reason.NOT_GRANTED);
        }
    }

    @Test
    void whoMayStillCallSomethingCommitsWhatWasAllowed() throws IOException {
        try (BatonClient bob = connect("bob")) {
            final RemoteTransaction transaction = bob.begin();
            bob.procedure("Add", Long.class).in(transaction).call(1, 5);
            users.add("bob", "Transfer");
            server.server.refresh();
            transaction.commit();
            assertThat(server.total()).isEqualTo(ALL + 5);
        }
    }

    @Test
    void aConnectionTakesAQuarterOfTheTransactions() {
        try (BatonClient greedy = connect("ann"); BatonClient other = connect("bob")) {
            final List<RemoteTransaction> taken = new ArrayList<>();
            for (int i = 0; i < TRANSACTIONS; i++) {
                taken.add(greedy.begin());
            }
            greedy.ping().join();
            assertThat(server.server.transactions().count()).isEqualTo(TRANSACTIONS / 4);
            assertThat(catchThrowableOfType(CallException.class,
                () -> greedy.procedure("Add", Long.class).in(taken.getLast()).call(1, 5)))
                .hasMessageContaining("there are 20 of this connection transactions");
            try (RemoteTransaction transaction = other.begin()) {
                other.procedure("Add", Long.class).in(transaction).call(1, 5);
                transaction.commit();
            }
            taken.forEach(RemoteTransaction::rollback);
        }
        assertThat(server.total()).isEqualTo(ALL + 5);
    }

    @Test
    void theRestOfAResultIsNotForWhoMayNoLongerHaveIt() throws IOException {
        try (RawClient bob = logIn("bob", "Accounts")) {
            firstPage(bob, 0);
            assertThat(withheldFromBob(bob)).startsWith("the call was committed, but user bob may not call Accounts");
            users.add("bob", Grants.ALL);
            server.server.refresh();
            // It was given up.
            bob.write(fetch());
            assertThat(bob.isClosed()).isTrue();
        }
    }

    @Test
    void aTransactionEndsWithAResultThatIsWithheld() throws Exception {
        try (RawClient bob = logIn("bob", "Accounts")) {
            bob.write(transaction(FrameType.BEGIN));
            assertThat(bob.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            firstPage(bob, TRANSACTION);
            users.add("bob", "Add");
            server.server.refresh();
            final Answer withheld = Answer.read(fetch(bob, FrameType.RESULT).body());
            assertThat(withheld.outcome()).isEqualTo(OutcomeKind.ABORTED_BY_SYSTEM);
            assertThat(withheld.reason()).isEqualTo(Reason.NOT_GRANTED);
            assertThat(withheld.message()).startsWith("the transaction was rolled back: user bob may not call");
            TestServer.await(() -> server.server.transactions().count() == 0);
            bob.write(transaction(FrameType.COMMIT));
            assertThat(bob.answer().outcome()).isEqualTo(OutcomeKind.ABORTED_BY_SYSTEM);
        }
    }

    @Test
    void aResultThatIsWithheldAfterTheCommitIsLostAndNoMore() throws Exception {
        try (RawClient bob = logIn("bob", "Accounts")) {
            bob.write(transaction(FrameType.BEGIN));
            assertThat(bob.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            firstPage(bob, TRANSACTION);
            bob.write(transaction(FrameType.COMMIT));
            assertThat(bob.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            users.add("bob", "Add");
            server.server.refresh();
            final Answer withheld = Answer.read(fetch(bob, FrameType.RESULT).body());
            assertThat(withheld.outcome()).isEqualTo(OutcomeKind.RESULT_LOST);
            assertThat(withheld.reason()).isEqualTo(Reason.NOT_GRANTED);
        }
    }

    @Test
    void theRestOfWhatIsToldOfACallIsNotForWhoMayNoLongerMakeIt() throws IOException {
        try (RawClient bob = logIn("bob", "Accounts")) {
            // It tells of a lock for each account.
            firstPage(bob, "baton.analyze", 0, "Accounts", List.of(ROWS));
            assertThat(withheldFromBob(bob)).contains("user bob may not call Accounts");
        }
    }

    /** Takes a page more, then the grant away, and returns why the rest does not come. */
    private String withheldFromBob(RawClient bob) throws IOException {
        fetch(bob, FrameType.PAGE);
        users.add("bob", "Add");
        server.server.refresh();
        final Answer withheld = Answer.read(fetch(bob, FrameType.RESULT).body());
        assertThat(withheld.outcome()).isEqualTo(OutcomeKind.RESULT_LOST);
        assertThat(withheld.reason()).isEqualTo(Reason.NOT_GRANTED);
        return withheld.message();
    }

    /** Grants a user one procedure, and logs in. */
    private RawClient logIn(String name, String procedure) throws IOException {
        users.add(name, procedure);
        server.server.refresh();
        final RawClient raw = new RawClient(server.server.address());
        final ScramClient scram = new ScramClient(name, "0123456789abcdefghijkl", null, false);
        raw.write(RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "raw")::write));
        assertThat(raw.read().type()).isEqualTo(FrameType.AUTHENTICATION);
        raw.write(RawClient.frame(FrameType.AUTHENTICATE, 2, 0, body -> {
            TextCodec.write(body, scram.mechanism());
            TextCodec.write(body, scram.first());
        }));
        final String last = scram.last(TextCodec.read(raw.read().body()), TestUsers.password(name));
        raw.write(RawClient.frame(FrameType.PROOF, 3, 0, body -> TextCodec.write(body, last)));
        assertThat(raw.read().type()).isEqualTo(FrameType.PROVED);
        assertThat(raw.read().type()).isEqualTo(FrameType.WELCOME);
        return raw;
    }

    private static void firstPage(RawClient raw, int transaction) throws IOException {
        firstPage(raw, "Accounts", transaction, ROWS);
    }

    private static void firstPage(RawClient raw, String name, int transaction, Object... arguments)
            throws IOException {
        final int procedure = raw.describe(name);
        final CallHeader header = new CallHeader(procedure, 0, 10, null, transaction, 0, null,
            arguments.length);
        raw.write(RawClient.frame(FrameType.CALL, CALL, header.flags(), body -> {
            header.write(body);
            for (final Object argument : arguments) {
                ValueCodec.write(body, argument);
            }
        }));
        final RawClient.Came first = raw.read();
        assertThat(first.type()).isEqualTo(FrameType.RESULT);
        assertThat(first.flags() & Frame.MORE).isNotZero();
    }

    private static RawClient.Came fetch(RawClient raw, FrameType wanted) throws IOException {
        final RawClient.Came came = raw.write(fetch()).read();
        assertThat(came.type()).isEqualTo(wanted);
        assertThat(came.request()).isEqualTo(CALL);
        return came;
    }

    private static byte[] fetch() {
        return RawClient.frame(FrameType.FETCH, CALL, 0, body -> body.writeIntLE(10));
    }

    private static byte[] transaction(FrameType type) {
        return RawClient.frame(type, 3, 0, body -> body.writeIntLE(TRANSACTION));
    }
}
