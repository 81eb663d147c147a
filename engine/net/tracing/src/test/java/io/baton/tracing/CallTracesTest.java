package io.baton.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.CallFuture;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.AsyncCall;
import io.baton.engine.Session;
import io.baton.protocol.scram.ScramKeys;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Scope;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a collector gets to see of calls. */
@Timeout(30)
class CallTracesTest {

    private static final String TRACE = "0123456789abcdef0123456789abcdef";
    private static final String SPAN = "0123456789abcdef";

    private final List<String> log = new ArrayList<>();
    private final Collector collector = new Collector();
    private final TraceExport export =
        TraceExport.start(collector.address(), 1, 1_000, System::nanoTime, log::add, TraceExportTest.PATIENT);
    private final TracedBank bank = new TracedBank(export.calls());
    private final BatonServer server = BatonServer.start(bank.engine,
        new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
    private final BatonClient client = BatonClient.connect(ClientOptions.of(server.address()));
    private final RemoteProcedure<Long> count = client.procedure("Count", Long.class);

    /** Ends all, and so sends what waits. */
    @AfterEach
    void close() {
        client.close();
        server.close();
        bank.engine.close();
        export.close();
        collector.close();
        assertThat(log).isEmpty();
        assertThat(export.droppedSpans()).isZero();
    }

    private SentSpan only(String name) {
        final List<SentSpan> all = all(name);
        assertThat(all).hasSize(1);
        return all.getFirst();
    }

    private List<SentSpan> all(String name) {
        return collector.spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    @Test
    void aCallOfAClientIsASpan() {
        count.call(1, 5);
        client.procedure("All", Object.class).call();
        close();
        final SentSpan span = only("Count");
        assertThat(span.kind()).isEqualTo(2);
        assertThat(span.parent()).isEmpty();
        assertThat(span.status()).isZero();
        assertThat(span.nanos()).isPositive();
        assertThat(span.attributes()).containsEntry("db.system.name", "baton")
            .containsEntry("db.operation.name", "CALL")
            .containsEntry("db.stored_procedure.name", "Count").containsEntry("baton.outcome", "committed")
            .containsEntry("baton.restarts", 0L).containsEntry("baton.rows.looked_up", 1L)
            .containsEntry("baton.rows.written", 1L)
            .doesNotContainKeys("user.name", "error.type", "db.response.status_code", "db.response.returned_rows");
        assertThat(only("All").attributes()).containsEntry("db.response.returned_rows", (long) TracedBank.ROWS)
            .containsEntry("baton.rows.looked_up", (long) TracedBank.ROWS).containsEntry("baton.rows.written", 0L);
    }

    @Test
    void callsOnTheEventLoopAreSpansOnce() {
        for (int i = 0; i < 200; i++) {
            count.call(1, 1);
        }
        close();
        assertThat(all("Count")).hasSize(200).allMatch(span -> span.status() == 0);
    }

    @Test
    void whatWentWrongIsToldWithoutValues() {
        assertThatThrownBy(() -> count.call(1, -77_777)).isInstanceOf(CallException.class);
        assertThatThrownBy(() -> client.procedure("Broken", Long.class).call(88_888))
            .isInstanceOf(CallException.class);
        close();
        assertThat(only("Count").status()).isEqualTo(2);
        assertThat(only("Count").attributes()).containsEntry("db.response.status_code", "45000")
            .containsEntry("error.type", "45000").containsEntry("baton.outcome", "aborted_by_procedure")
            .containsEntry("baton.rows.written", 0L);
        assertThat(only("Broken").status()).isEqualTo(2);
        assertThat(only("Broken").attributes()).containsEntry("error.type", "java.lang.UnsupportedOperationException");
        assertThat(collector.spans.toString()).doesNotContain("77777").doesNotContain("88888").doesNotContain("77_777");
    }

    @Test
    void aCancelledCallTellsForHowLongItHasWaited() throws InterruptedException {
        final CallFuture<Long> holder = client.procedure("Hold", Long.class).callAsync(3);
        bank.hold.held.await();
        final AsyncCall<Long> waiter = bank.engine.callAsync(bank.procedure("Count"), 3L, 1L);
        while (bank.engine.activity().locks().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
        TimeUnit.MILLISECONDS.sleep(20);
        waiter.end();
        assertThatThrownBy(waiter::join).hasMessageContaining("was cancelled");
        bank.hold.goOn.countDown();
        holder.join();
        close();
        assertThat(only("Count").attributes()).containsEntry("db.response.status_code", "57014")
            .containsEntry("baton.outcome", "aborted_by_system");
        assertThat((Long) only("Count").attributes().get("baton.lock.nanos")).isBetween(20_000_000L,
            only("Count").nanos());
        assertThat((Long) only("Hold").attributes().get("baton.lock.nanos")).isLessThan(only("Hold").nanos());
    }

    @Test
    void callsOfATransactionAreWithinItsSpan() {
        try (RemoteTransaction transaction = client.begin()) {
            count.in(transaction).call(1, 1);
            count.in(transaction).call(2, 1);
            transaction.commit();
        }
        try (RemoteTransaction transaction = client.begin()) {
            final RemoteProcedure<Long> broken = client.procedure("Broken", Long.class).in(transaction);
            assertThatThrownBy(() -> broken.call(1)).isInstanceOf(CallException.class);
        }
        close();
        final List<SentSpan> transactions = all("of a transaction of several calls");
        assertThat(transactions).hasSize(2);
        final SentSpan good = transactions.getFirst();
        assertThat(good.attributes()).containsEntry("baton.outcome", "committed").containsEntry("baton.rows.written",
            2L);
        assertThat(all("Count")).hasSize(2).allSatisfy(part -> {
            assertThat(part.parent()).isEqualTo(good.id());
            assertThat(part.trace()).isEqualTo(good.trace());
            assertThat(part.kind()).isEqualTo(1);
            assertThat(part.attributes()).containsEntry("baton.rows.looked_up", 1L)
                .doesNotContainKeys("baton.outcome", "baton.rows.written");
        });
        final SentSpan bad = transactions.getLast();
        assertThat(bad.status()).isEqualTo(2);
        assertThat(only("Broken").parent()).isEqualTo(bad.id());
        assertThat(only("Broken").attributes()).containsEntry("error.type", "java.lang.UnsupportedOperationException");
    }

    @Test
    void aCallOfOnesOwnProgramIsWithinTheSpanOfItsCaller() {
        final Span around = Span.wrap(SpanContext.create("0123456789abcdef0123456789abcdef", "0123456789abcdef",
            TraceFlags.getSampled(), TraceState.getDefault()));
        try (Scope scope = around.makeCurrent(); Session session = bank.engine.session()) {
            assertThat(scope).isNotNull();
            session.call(bank.procedure("Count").calledBy("olga"), 1L, 1L);
        }
        close();
        assertThat(only("Count").trace()).isEqualTo("0123456789abcdef0123456789abcdef");
        assertThat(only("Count").parent()).isEqualTo("0123456789abcdef");
        assertThat(only("Count").kind()).isEqualTo(1);
        assertThat(only("Count").attributes()).containsEntry("user.name", "olga");
    }

    @SuppressWarnings("MustBeClosedChecker") // The caller closes it.
    private static Scope within(String trace, String span, TraceFlags flags) {
        return Span.wrap(SpanContext.create(trace, span, flags, TraceState.getDefault())).makeCurrent();
    }

    @Test
    void aCallOfAClientIsWithinTheSpanOfItsCaller() {
        try (BatonClient tracing =
            BatonClient.connect(ClientOptions.of(server.address()).traceparent(new CurrentTraceparent()))) {
            final RemoteProcedure<Long> traced = tracing.procedure("Count", Long.class);
            try (Scope scope = within(TRACE, SPAN, TraceFlags.getSampled())) {
                assertThat(scope).isNotNull();
                traced.call(1, 1);
            }
            try (Scope scope = within(TRACE, SPAN, TraceFlags.getDefault())) {
                assertThat(scope).isNotNull();
                traced.call(1, 1);
            }
            tracing.procedure("All", Object.class).call();
        }
        close();
        assertThat(only("Count").trace()).isEqualTo(TRACE);
        assertThat(only("Count").parent()).isEqualTo(SPAN);
        assertThat(only("Count").kind()).isEqualTo(2);
        assertThat(only("All").parent()).isEmpty();
        assertThat(only("All").trace()).isNotEqualTo(TRACE);
    }

    @Test
    void callsOfATransactionAreWithinTheSpansOfTheirCallers() {
        final String other = "fedcba9876543210fedcba9876543210";
        try (BatonClient tracing =
            BatonClient.connect(ClientOptions.of(server.address()).traceparent(new CurrentTraceparent()))) {
            final RemoteTransaction transaction;
            try (Scope scope = within(TRACE, SPAN, TraceFlags.getSampled())) {
                assertThat(scope).isNotNull();
                transaction = tracing.begin();
            }
            try (Scope scope = within(TRACE, "1111111111111111", TraceFlags.getSampled())) {
                assertThat(scope).isNotNull();
                tracing.procedure("Count", Long.class).in(transaction).call(1, 1);
            }
            try (Scope scope = within(other, "2222222222222222", TraceFlags.getSampled())) {
                assertThat(scope).isNotNull();
                tracing.procedure("All", Object.class).in(transaction).call();
            }
            transaction.commit();
        }
        close();
        final SentSpan whole = only("of a transaction of several calls");
        assertThat(whole.trace()).isEqualTo(TRACE);
        assertThat(whole.parent()).isEqualTo(SPAN);
        assertThat(whole.kind()).isEqualTo(2);
        assertThat(only("Count").kind()).isEqualTo(2);
        assertThat(only("All").kind()).isEqualTo(1);
        assertThat(only("Count").trace()).isEqualTo(TRACE);
        assertThat(only("Count").parent()).isEqualTo("1111111111111111");
        assertThat(only("Count").link()).isEqualTo(whole.id());
        assertThat(only("All").trace()).isEqualTo(TRACE);
        assertThat(only("All").parent()).isEqualTo(whole.id());
        assertThat(only("All").link()).isEqualTo("2222222222222222");
    }

    @Test
    void whoHasLoggedInIsTold(@TempDir Path folder) throws IOException {
        final Path users = folder.resolve("users");
        final ScramKeys keys = ScramKeys.of("secret".toCharArray(), new byte[] {1, 2, 3}, ScramKeys.ITERATIONS_LEAST);
        new UserFile(users).change(UserList.empty(new SplittableRandom(1)), list -> list.with(
            new User("ann", keys, new Grants(new TreeSet<>(Set.of(Grants.ALL)), false, false))));
        try (BatonServer guarded = BatonServer.start(bank.engine,
            new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).users(users));
            BatonClient ann = BatonClient.connect(
                ClientOptions.of(guarded.address()).user("ann", "secret".toCharArray()))) {
            ann.procedure("Count", Long.class).call(1, 1);
            try (RemoteTransaction transaction = ann.begin()) {
                ann.procedure("All", Object.class).in(transaction).call();
                transaction.commit();
            }
        }
        close();
        assertThat(only("Count").attributes()).containsEntry("user.name", "ann");
        assertThat(only("of a transaction of several calls").attributes()).containsEntry("user.name", "ann");
    }
}
