package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.server.login.LimitedLines;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The log has the stack of a procedure that fails unexpectedly: once, and not without bounds. */
@Timeout(30)
class FailedCallsTest {

    private static final String THROWN =
        " failed: java.lang.IllegalStateException: broken at io.baton.server.Bank$Fail.run(Bank.java:";

    private final TestServer server = new TestServer();
    private final BatonClient client = BatonClient.connect(server.options().name("till 7"));
    private final RemoteProcedure<Long> fail = client.procedure("Fail", Long.class);

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    private static void fails(RemoteProcedure<Long> procedure, String how) {
        assertThatThrownBy(() -> procedure.call(how)).isInstanceOf(CallAbortedByProcedureException.class);
    }

    /** A call is answered before it is logged. */
    private String theLine() throws InterruptedException {
        TestServer.await(() -> !server.log.isEmpty());
        assertThat(server.log).hasSize(1);
        return server.log.element();
    }

    @Test
    void aCallThatThrowsIsALineWithItsStack() throws InterruptedException {
        fails(fail, "throw");
        assertThat(theLine()).startsWith("procedure Fail in call ")
            .contains(" of 127.0.0.1:", " (till 7)", THROWN).hasLineCount(1);
    }

    @Test
    void aCallWithinATransactionIsNamedToo() throws InterruptedException {
        final RemoteTransaction transaction = client.begin();
        assertThat(client.procedure("Add", Long.class).in(transaction).call(1, 1)).isEqualTo(Bank.CENTS + 1);
        fails(fail.in(transaction), "throw");
        assertThat(theLine())
            .startsWith("procedure Fail in call 2 of a transaction of 127.0.0.1:").contains(THROWN);
        transaction.rollback();
    }

    @Test
    void aCallFromTheServersProcessIsNamedToo() throws InterruptedException {
        server.server.localCalls().call("Fail", new Object[] {"throw"}, Duration.ofSeconds(10), 1).join();
        assertThat(theLine())
            .startsWith("procedure Fail in a call of the server's process failed: java.lang.IllegalStateException");
    }

    @Test
    void whatAProcedureMeansIsNoLine() {
        for (final String how : List.of("enough", "duplicate", "missing", "nobody")) {
            fails(fail, how);
        }
        assertThatThrownBy(() -> client.procedure("baton.query", Object.class).call("SELECT", 0L, List.of()))
            .isInstanceOf(CallAbortedByProcedureException.class);
        assertThat(server.log).isEmpty();
    }

    /** Also those that run on the event loop, as calls do that are always quick. */
    @Test
    void manyAreCounted() throws InterruptedException {
        for (int i = 0; i < 4 * LimitedLines.LINES_MAX; i++) {
            fails(fail, "throw");
        }
        TestServer.await(() -> server.log.stream().anyMatch(line -> line.contains(" more failed within a second")));
        assertThat(server.log.stream().filter(line -> line.contains(THROWN)))
            .hasSizeBetween(LimitedLines.LINES_MAX, 4 * LimitedLines.LINES_MAX - 1);
    }
}
