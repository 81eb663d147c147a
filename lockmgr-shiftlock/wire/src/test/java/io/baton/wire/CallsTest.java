package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Address;
import io.baton.fabric.Call;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What only a server's processor can do: conditions between verbs, and calls among them. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CallsTest {

    private static final int MEMORY_BYTES = 4 * 1024;
    private static final int REVERSE = 3;
    private static final int FAIL = 4;
    private static final int TOO_LONG = 5;
    private static final int WHO = 6;
    private static final long ALL = -1;

    @TempDir
    private Path folder;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final VerbBatch batch = new VerbBatch();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[Call.BYTES_MAX]);

    @AfterEach
    void closeAll() throws Exception {
        for (final AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private LockServer server(CarrierKind carrier, String name) {
        final InProcessFabric memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1));
        memory.register(REVERSE, (client, request, at, length, answer, to, max) -> {
            if (length > max) {
                return -length;
            }
            for (int i = 0; i < length; i++) {
                answer.putByte(to + i, request.getByte(at + length - 1 - i));
            }
            return length;
        });
        memory.register(FAIL, (client, request, at, length, answer, to, max) -> {
            throw new IllegalArgumentException("planted");
        });
        memory.register(TOO_LONG, (client, request, at, length, answer, to, max) -> max + 1);
        memory.register(WHO, (client, request, at, length, answer, to, max) -> {
            answer.putLong(to, client);
            return Long.BYTES;
        });
        opened.add(memory);
        final String address = carrier == CarrierKind.TCP ? "tcp:127.0.0.1:0"
            : carrier.scheme() + ":" + folder.resolve(name);
        final LockServer server = LockServer.start(memory, WireAddress.parseAll(address),
            LockServerOptions.of(Thread.ofPlatform().factory(), new Random(1), log::add));
        opened.add(server);
        return server;
    }

    private Endpoint connect(LockServer... servers) {
        final WireFabric fabric = WireFabric.connect(
            Stream.of(servers).map(each -> each.addresses().getFirst()).toList(), SystemNanoClock.INSTANCE,
            Thread.ofPlatform().daemon().factory());
        opened.add(fabric);
        assertThat(fabric.executes()).isTrue();
        return fabric.connect();
    }

    private static ExtFaa add(long address) {
        return new ExtFaa().at(address).addLow(1, 0);
    }

    @ParameterizedTest
    @EnumSource
    void aServerStopsBehindAVerbWhoseConditionDoesNotHold(CarrierKind carrier) {
        final Endpoint endpoint = connect(server(carrier, "a"), server(carrier, "b"));
        endpoint.writeWord(Address.of(0, 32), 5);
        batch.add(add(Address.of(0, 0))).stopUnless(ALL, 0);
        batch.add(add(Address.of(1, 0))).stopUnless(ALL, 0);
        batch.add(add(Address.of(0, 32))).stopUnless(6, 0);
        batch.add(add(Address.of(1, 32))).stopUnless(ALL, 0);
        batch.add(add(Address.of(0, 64))).stopUnless(ALL, 0);
        batch.add(add(Address.of(1, 64)));
        batch.add(new ReadPair().at(Address.of(0, 0)));
        endpoint.execute(batch);
        assertThat(batch.executed(0)).as("by the server that stopped").isEqualTo(2);
        assertThat(batch.executed(1)).as("by the other").isEqualTo(3);
        final List<Boolean> executed = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            executed.add(batch.isExecuted(i));
        }
        assertThat(executed).containsExactly(true, true, true, true, false, true, false);
        assertThat(batch.verb(2).oldLow()).isEqualTo(5);
        assertThat(endpoint.readWord(Address.of(0, 64))).as("behind the condition").isZero();
        assertThat(endpoint.readWord(Address.of(0, 32))).isEqualTo(6);
        assertThat(endpoint.readWord(Address.of(1, 64))).isOne();
        endpoint.execute(batch);
        assertThat(batch.executed(0)).as("the second time").isOne();
    }

    /** Verbs that only repeat the one before are shorter on the wire; whatever is different is told. */
    @ParameterizedTest
    @EnumSource
    void verbsThatRepeatOthersMeanWhatTheySay(CarrierKind carrier) {
        final Endpoint endpoint = connect(server(carrier, "a"));
        final Random random = new Random(1);
        final long[] expected = new long[MEMORY_BYTES / Long.BYTES];
        for (int round = 0; round < 200; round++) {
            batch.clear();
            final List<long[]> olds = new ArrayList<>();
            boolean goesOn = true;
            for (int i = 0; i < 1 + random.nextInt(VerbBatch.VERBS_MAX); i++) {
                final int entry = 2 * random.nextInt(8);
                final boolean cas = random.nextInt(5) > 0;
                final long swap = random.nextInt(3);
                final long stopMask = random.nextInt(4) == 0 ? 0 : 3;
                final long stopValue = random.nextInt(20) == 0 ? 3 : expected[entry] & stopMask;
                batch.add(cas ? new ExtCas().at(8L * entry).compareHigh(1, 0).swapLow(ALL, swap).swapHigh(2, swap)
                    : new ExtFaa().at(8L * entry).addLow(swap, 1).addHigh(1, 0)).stopUnless(stopMask, stopValue);
                olds.add(goesOn ? new long[] {expected[entry], expected[entry + 1]} : new long[0]);
                if (goesOn) {
                    goesOn = stopMask == 0 || (expected[entry] & stopMask) == (stopValue & stopMask);
                    execute(batch, i, expected, entry);
                }
            }
            endpoint.execute(batch);
            for (int i = 0; i < batch.size(); i++) {
                assertThat(batch.isExecuted(i)).as("verb %d of round %d", i, round).isEqualTo(olds.get(i).length > 0);
                if (batch.isExecuted(i)) {
                    assertThat(new long[] {batch.verb(i).oldLow(), batch.verb(i).oldHigh()})
                        .as("verb %d of round %d", i, round).isEqualTo(olds.get(i));
                }
            }
        }
    }

    private static void execute(VerbBatch batch, int index, long[] memory, int entry) {
        final long low = memory[entry];
        final long high = memory[entry + 1];
        switch (batch.verb(index)) {
            case ExtCas cas -> {
                if (cas.matches(low, high)) {
                    memory[entry] = cas.newLow(low);
                    memory[entry + 1] = cas.newHigh(high);
                }
            }
            case ExtFaa faa -> {
                memory[entry] = faa.newLow(low);
                memory[entry + 1] = faa.newHigh(low, high);
            }
            default -> throw new AssertionError();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCallTravelsAmongVerbsInTheirOrder(CarrierKind carrier) {
        final Endpoint endpoint = connect(server(carrier, "a"), server(carrier, "b"));
        final Call call = new Call().to(1, REVERSE).request(new UnsafeBuffer(new byte[] {1, 2, 3}), 0, 3)
            .answer(buffer, 100, 5);
        final Call refused = new Call().to(0, REVERSE).request(buffer, 0, 3).answer(buffer, 200, 2);
        batch.add(add(Address.of(1, 0))).add(call).add(add(Address.of(1, 0)));
        batch.add(refused).stopUnless(Long.MIN_VALUE, 0).add(add(0));
        endpoint.execute(batch);
        assertThat(call.result()).isEqualTo(3);
        assertThat(new byte[] {buffer.getByte(100), buffer.getByte(101), buffer.getByte(102)})
            .containsExactly(3, 2, 1);
        assertThat(batch.verb(2).oldLow()).as("the verb behind the call").isOne();
        assertThat(refused.result()).isEqualTo(-3);
        assertThat(batch.executed(0)).as("a handler that refuses stops its server").isOne();
        assertThat(endpoint.readWord(0)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerKnowsItsCallerAndAnswersUpToTheLimit(CarrierKind carrier) {
        final Endpoint endpoint = connect(server(carrier, "a"));
        endpoint.execute(batch.add(new Call().to(0, WHO).answer(buffer, 0, 8)));
        assertThat(buffer.getLong(0)).isEqualTo(endpoint.route());
        batch.clear();
        for (int i = 0; i < Call.BYTES_MAX; i++) {
            buffer.putByte(i, (byte) i);
        }
        final UnsafeBuffer answer = new UnsafeBuffer(new byte[Call.BYTES_MAX]);
        final Call longest = new Call().to(0, REVERSE).request(buffer, 0, Call.BYTES_MAX)
            .answer(answer, 0, Call.BYTES_MAX);
        endpoint.execute(batch.add(longest));
        assertThat(longest.result()).isEqualTo(Call.BYTES_MAX);
        assertThat(answer.getByte(0)).isEqualTo((byte) (Call.BYTES_MAX - 1));
        assertThatThrownBy(() -> endpoint.execute(batch.add(new Call().to(0, REVERSE).answer(buffer, 0, 8_192))))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("fewer");
        assertThat(endpoint.readWord(0)).as("and goes on").isZero();
        assertThatThrownBy(() -> longest.request(buffer, 0, Call.BYTES_MAX + 1))
            .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerThatIsMissingOrFailsEndsItsCallersLaneOnly(CarrierKind carrier) {
        final LockServer server = server(carrier, "a");
        final Endpoint other = connect(server);
        for (final int handler : new int[] {FAIL, TOO_LONG, 7}) {
            final Endpoint endpoint = connect(server);
            log.clear();
            final VerbBatch calls = new VerbBatch().add(new Call().to(0, handler).answer(buffer, 0, 8));
            assertThatThrownBy(() -> endpoint.execute(calls)).isInstanceOf(ConnectionLostException.class);
            while (log.isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(log).as("handler %d", handler).hasSize(1);
            assertThat(other.readWord(0)).isZero();
        }
    }

    /** By a client of another process, and by one of the lock server's own. */
    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void whoWaitsForAWordIsToldWhenItComes(CarrierKind carrier) throws Exception {
        final LockServer first = server(CarrierKind.TCP, "a");
        final LockServer second = server(carrier, "b");
        final Endpoint endpoint = connect(first, second);
        final Endpoint other = connect(second);
        final long address = Address.of(1, 40);
        final long begun = System.nanoTime();
        for (int round = 1; round <= 200; round++) {
            final int wanted = round;
            final Thread thread = Thread.ofPlatform().daemon().start(() -> {
                while (endpoint.readWord(address) != wanted) {
                    endpoint.awaitWord(address, ALL, wanted, Endpoint.NO_DEADLINE);
                }
            });
            Thread.sleep(round % 3);
            other.faa(40, 1);
            thread.join();
        }
        assertThat(System.nanoTime() - begun).as("200 waits, if each took its longest pause")
            .isLessThan(200 * 20_000_000L);
        final long until = System.nanoTime() + 5_000_000;
        endpoint.awaitWord(address, ALL, 0, until);
        assertThat(System.nanoTime() - until).as("the deadline").isNotNegative();
        assertThatThrownBy(() -> endpoint.awaitWord(Address.of(1, MEMORY_BYTES), 1, 1, 0))
            .isInstanceOf(IllegalArgumentException.class);
        final Thread woken = Thread.ofPlatform().daemon()
            .start(() -> endpoint.awaitWord(address, ALL, 0, Endpoint.NO_DEADLINE));
        while (woken.getState() != Thread.State.TERMINATED) {
            endpoint.wake();
        }
        endpoint.close();
        other.faa(40, 1);
        assertThat(log).isEmpty();
    }

    @Test
    void betweenPostAndAwaitNothingElseIsAsked() {
        final Endpoint endpoint = connect(server(CarrierKind.SHM, "a"));
        assertThatThrownBy(() -> endpoint.await(batch)).isInstanceOf(IllegalStateException.class);
        endpoint.post(batch.add(add(0)));
        assertThatThrownBy(() -> endpoint.readWord(0)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("await it");
        assertThatThrownBy(() -> endpoint.post(batch)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> endpoint.send(endpoint.route(), buffer, 0, 8))
            .isInstanceOf(IllegalStateException.class);
        endpoint.await(batch);
        assertThat(endpoint.readWord(0)).isOne();
        final VerbBatch wrong = new VerbBatch().add(add(MEMORY_BYTES));
        assertThatThrownBy(() -> endpoint.post(wrong)).isInstanceOf(IllegalArgumentException.class);
        assertThat(endpoint.readWord(0)).as("nothing was posted").isOne();
    }
}
