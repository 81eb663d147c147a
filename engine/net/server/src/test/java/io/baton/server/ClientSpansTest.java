package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.client.BatonClient;
import io.baton.client.CallFuture;
import io.baton.client.ClientOptions;
import io.baton.client.IdempotencyKey;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.observe.CallReport;
import io.baton.engine.observe.CallTrace;
import io.baton.protocol.Answer;
import io.baton.protocol.CallHeader;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.TraceContext;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.ValueType;
import io.baton.protocol.Welcome;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server's tracer is told within which span of its client's a call is made; who has no tracer is sent nothing. */
@Timeout(30)
class ClientSpansTest {

    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-";
    private static final TraceContext CONTEXT =
        Objects.requireNonNull(TraceContext.parse(TRACE + "b7ad6b7169203331-01"));

    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private volatile @Nullable String current;

    /** Tells what it is told. */
    private final class Told implements CallTrace {
        @Override
        public CallTrace part(String procedure, @Nullable String traceparent) {
            told.add("part " + procedure + " in " + traceparent);
            return new Told();
        }

        @Override
        public void ended(CallReport report) {
            told.add(report.sqlState());
        }
    }

    private @Nullable CallTrace begins(String procedure, @Nullable String user, @Nullable String traceparent) {
        told.add(procedure + " in " + traceparent);
        return new Told();
    }

    private TestServer traced() {
        return new TestServer(0, options -> options, builder -> builder.tracer(this::begins));
    }

    private BatonClient connect(TestServer server) {
        return BatonClient.connect(server.options().traceparent(() -> current));
    }

    private static String span(int number) {
        return TRACE + "000000000000000" + number + "-01";
    }

    private List<String> begun(String procedure) {
        return told.stream().filter(line -> line.startsWith(procedure + " in ")).toList();
    }

    @Test
    void eachCallHasTheContextOfItsBegin() {
        try (TestServer server = traced(); BatonClient client = connect(server)) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            add.call(1, 1);
            current = span(1);
            final List<CallFuture<Long>> batch = new ArrayList<>();
            for (int i = 2; i < 6; i++) {
                current = span(i);
                batch.add(add.ordered().callAsync(1, 1));
            }
            current = "00-no-context-at-all";
            batch.forEach(CompletableFuture::join);
            add.call(1, 1);
        }
        assertThat(begun("Add")).containsExactly("Add in null", "Add in " + span(2), "Add in " + span(3),
            "Add in " + span(4), "Add in " + span(5), "Add in null");
    }

    @Test
    void aTransactionHasThatOfItsBeginAndItsCallsTheirOwn() {
        try (TestServer server = traced(); BatonClient client = connect(server)) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            current = span(1);
            try (RemoteTransaction transaction = client.begin()) {
                current = null;
                add.in(transaction).call(1, 1);
                current = span(2);
                add.in(transaction).call(2, 1);
                transaction.commit();
            }
        }
        assertThat(told).containsExactly("of a transaction of several calls in " + span(1), "part Add in null",
            "00000", "part Add in " + span(2), "00000", "00000");
    }

    /** It is tried on the event loop, which must not wait, and then runs on a thread. */
    @Test
    void aCallThatMeetsABusyLockIsToldOnce() throws Exception {
        try (TestServer server = traced(); BatonClient client = connect(server)) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            for (int i = 0; i < 100; i++) {
                add.call(1, 1);
            }
            told.clear();
            final CallFuture<Long> holder = client.procedure("Hold", Long.class).callAsync(2, 20_000);
            TestServer.await(() -> server.bank.holding.get() == 1);
            current = span(3);
            final CallFuture<Long> waiter = add.callAsync(2, 1);
            TestServer.await(() -> !server.engine.activity().locks().isEmpty());
            server.bank.release();
            holder.join();
            waiter.join();
        }
        assertThat(begun("Add")).containsExactly("Add in " + span(3));
        assertThat(told).filteredOn("00000"::equals).hasSize(2);
    }

    @Test
    @Tag("thorough")
    void aCallThatIsSentAgainMayBeWithinAnotherSpan() {
        try (TestServer server = traced(); BatonClient client = connect(server)) {
            final IdempotencyKey key = client.newKey();
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class).keyed(key);
            current = span(1);
            final long first = add.call(1, 1);
            current = span(2);
            assertThat(add.call(1, 1)).isEqualTo(first);
        }
        assertThat(begun("Add")).containsExactly("Add in " + span(1));
    }

    @Test
    void whatASupplierThrowsComesOutOfTheCallAndHarmsNothing() {
        try (TestServer server = traced();
            BatonClient client = BatonClient.connect(server.options().callsMax(1).traceparent(() -> {
                throw new IllegalStateException("no span today");
            }))) {
            final RemoteProcedure<Long> add = client.procedure("Add", Long.class);
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> add.call(1, 1)).hasMessage("no span today");
            }
            assertThatThrownBy(client::begin).hasMessage("no span today");
        }
        assertThat(told).isEmpty();
    }

    @Test
    void idsOfZerosAreNoContextAndOtherFlagsOfCallsStayAsTheyAre() throws Exception {
        try (TestServer server = traced(); RawClient raw = new RawClient(server.server.address()).hello()) {
            final int add = raw.describe("Add");
            raw.write(RawClient.frame(FrameType.CALL, 9, Frame.TRACED, body -> {
                body.writeIntLE(add).writeLongLE(0).writeIntLE(0).writeZero(25).writeShortLE(2);
                ValueCodec.write(body, 1L);
                ValueCodec.write(body, 1L);
            }));
            assertThat(raw.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            raw.write(call(10, add));
            assertThat(raw.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            raw.write(RawClient.frame(FrameType.BEGIN, 11, Frame.TRACED, body -> body.writeIntLE(1)));
            assertThat(raw.isClosed()).isTrue();
        }
        assertThat(begun("Add")).containsExactly("Add in null", "Add in " + CONTEXT.traceparent());
    }

    private static byte[] call(int request, int procedure) {
        return RawClient.frame(FrameType.CALL, request, Frame.TRACED, body -> {
            new CallHeader(procedure, 0, 0, null, 0, 0, CONTEXT, 2).write(body);
            ValueCodec.write(body, 1L);
            ValueCodec.write(body, 1L);
        });
    }

    @Test
    void aServerWithoutATracerDoesNotMind() throws Exception {
        try (TestServer server = new TestServer(); RawClient raw = new RawClient(server.server.address()).hello()) {
            raw.write(call(9, raw.describe("Add")));
            assertThat(raw.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            raw.write(RawClient.frame(FrameType.BEGIN, 11, Frame.TRACED,
                body -> CONTEXT.write(body.writeIntLE(1))));
            assertThat(raw.answer().outcome()).isEqualTo(OutcomeKind.COMMITTED);
            assertThat(server.log).isEmpty();
        }
    }

    /** The frames of a call and of a BEGIN to a server with abilities. */
    private static List<RawClient.Came> sentTo(int abilities) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            final CompletableFuture<BatonClient> connected = CompletableFuture.supplyAsync(
                () -> BatonClient.connect(ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress())
                    .traceparent(CONTEXT::traceparent)));
            try (RawClient raw = new RawClient(listener.accept())) {
                raw.write(RawClient.frame(FrameType.WELCOME, raw.read().request(), 0,
                    new Welcome(3, abilities, 1 << 20, 256, 60_000, 7, 0, List.of())::write));
                final BatonClient client = connected.get();
                final CallFuture<Object> call = client.procedure("P", Object.class).callAsync();
                raw.write(RawClient.frame(FrameType.DESCRIPTION, raw.read().request(), 0,
                    new Description(1, "P", List.of(), ValueType.NOTHING)::write));
                final RawClient.Came came = raw.read();
                raw.write(RawClient.frame(FrameType.RESULT, came.request(), 0, body -> {
                    Answer.COMMITTED.write(body);
                    ValueCodec.write(body, null);
                }));
                call.join();
                client.begin();
                final List<RawClient.Came> both = List.of(came, raw.read());
                client.giveUp();
                return both;
            }
        }
    }

    /** A server of before has zeros there, and would not understand the frame. */
    @Test
    void onlyAServerThatTakesContextsIsSentThem() throws Exception {
        for (final int abilities : new int[] {0, 0xfffe}) {
            final List<RawClient.Came> plain = sentTo(abilities);
            assertThat(plain).allMatch(came -> came.flags() == 0);
            assertThat(plain.getFirst().body().readableBytes()).isEqualTo(18);
            assertThat(plain.getLast().body().readableBytes()).isEqualTo(4);
        }
        final List<RawClient.Came> traced = sentTo(Welcome.TRACES);
        assertThat(CallHeader.read(traced.getFirst().body(), traced.getFirst().flags()).trace()).isEqualTo(CONTEXT);
        assertThat(traced.getLast().flags()).isEqualTo(Frame.TRACED);
        assertThat(TraceContext.read(traced.getLast().body().skipBytes(4))).isEqualTo(CONTEXT);
    }
}
