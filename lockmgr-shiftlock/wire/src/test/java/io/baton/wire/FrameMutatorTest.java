package io.baton.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.testing.Seeds;
import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whatever a peer sends, its lane is closed with one line, and nobody else notices. */
class FrameMutatorTest {

    private static final int MEMORY_BYTES = 4096;
    private static final int HANDLER = 5;
    /** What a lane that is closed allocates for its line in the log, with room to spare; less than a frame's length. */
    private static final long TURN_BYTES_MAX = 16 * 1024;
    private static final long TURN_BYTES_MEAN_MAX = 2_000;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private final List<String> log = new ArrayList<>();

    @Test
    @Tag("thorough")
    @Timeout(30)
    void mutatedFramesCloseTheirOwnLaneOnly() {
        mutate(200_000);
    }

    @Test
    @Tag("slow")
    @Timeout(900)
    void tenMillionMutatedFrames() {
        mutate(10_000_000);
    }

    private void mutate(int inputs) {
        final Random random = new Random(seeds.next());
        try (InProcessFabric memory = new InProcessFabric(MEMORY_BYTES, WaitPolicy.adaptive(1))) {
            memory.register(HANDLER, FrameMutatorTest::answer);
            final LockServerOptions options =
                LockServerOptions.of(Thread.ofPlatform().factory(), random, log::add);
            final Lanes lanes = new Lanes(MEMORY_BYTES, options);
            final Executor executor = new Executor(memory, 1, failure -> fail(failure));
            final MemoryCarrier good = new MemoryCarrier();
            final ServerLane witness = lane(executor, good, lanes);
            greet(witness, good);
            final AllocatedBytes allocated = new AllocatedBytes(TURN_BYTES_MAX, TURN_BYTES_MEAN_MAX);
            long closed = 0;
            long silent = 0;
            MemoryCarrier carrier = new MemoryCarrier();
            ServerLane lane = lane(executor, carrier, lanes);
            for (int i = 0; i < inputs; i++) {
                if (carrier.framesOut == 0 && random.nextInt(20) > 0) {
                    greet(lane, carrier);
                }
                final long framesOut = carrier.framesOut;
                carrier.send(mutant(random));
                final int lines = log.size();
                allocated.begin();
                lane.turn(false);
                allocated.end(i, inputs);
                assertThat(log.size() - lines).isLessThanOrEqualTo(1);
                assertThat(log.isEmpty() || !log.getLast().contains("failed")).as("%s", log).isTrue();
                assertThat(carrier.framesOut - framesOut).as("answers to one frame").isLessThanOrEqualTo(1);
                if (carrier.closed) {
                    closed++;
                    silent += log.size() == lines ? 1 : 0;
                    carrier = new MemoryCarrier();
                    lane = lane(executor, carrier, lanes);
                    log.clear();
                }
                if (i % 1000 == 0) {
                    works(witness, good);
                }
            }
            assertThat(closed).as("closed lanes of %d", inputs).isGreaterThan(inputs / 10);
            assertThat(silent).as("lanes closed without a line, which were cut").isLessThan(closed / 2);
            allocated.assertBounds();
            assertThat(lanes.open()).isEqualTo(2);
            works(witness, good);
            executor.stop();
        }
    }

    /** Touches all that it may touch. */
    private static int answer(long client, DirectBuffer request, int at, int length, MutableDirectBuffer answer, int to,
            int max) {
        for (int i = 0; i < Math.min(length, max); i++) {
            answer.putByte(to + i, request.getByte(at + i));
        }
        if (max > 0) {
            answer.putByte(to + max - 1, (byte) 1);
        }
        return length > max ? -1 : length;
    }

    private static ServerLane lane(Executor executor, Carrier carrier, Lanes lanes) {
        assertThat(lanes.admitLane()).isTrue();
        return new ServerLane(executor, carrier, lanes, "of the test", 0);
    }

    private static void greet(ServerLane lane, MemoryCarrier carrier) {
        carrier.send(Frames.hello());
        carrier.send(Frames.open(3));
        lane.turn(false);
        assertThat(carrier.lastType).isEqualTo(LaneFrame.WELCOME);
    }

    private static void works(ServerLane lane, MemoryCarrier carrier) {
        final long before = carrier.framesOut;
        carrier.send(Frames.everyVerb(3));
        lane.turn(false);
        assertThat(carrier.closed).isFalse();
        assertThat(carrier.framesOut - before).isOne();
        assertThat(carrier.lastType).isEqualTo(LaneFrame.ANSWERS);
    }

    private static UnsafeBuffer mutant(Random random) {
        return mutated(any(random), random);
    }

    /** Changes some bytes, and perhaps cuts the rest off. */
    static UnsafeBuffer mutated(UnsafeBuffer frame, Random random) {
        final int mutations = random.nextInt(4);
        for (int i = 0; i < mutations; i++) {
            switch (random.nextInt(4)) {
                case 0 -> frame.putByte(random.nextInt(frame.capacity()), (byte) random.nextInt());
                case 1 -> frame.putInt(4 * random.nextInt(frame.capacity() / 4), interesting(random));
                case 2 -> frame.putShort(6, (short) random.nextInt(200));
                default -> frame.putByte(4, (byte) random.nextInt(16));
            }
        }
        if (random.nextInt(8) == 0) {
            final int cut = 4 + random.nextInt(frame.capacity() - 3);
            final UnsafeBuffer shorter = new UnsafeBuffer(new byte[cut]);
            shorter.putBytes(0, frame, 0, cut);
            return shorter;
        }
        return frame;
    }

    private static int interesting(Random random) {
        final int[] values = {0, 1, -1, 7, 8, 31, 32, 40, 128, 129, 16_384, 16_392, 65_535, Integer.MAX_VALUE,
            Integer.MIN_VALUE, MEMORY_BYTES, MEMORY_BYTES - 8, 0x05FF_FFFF};
        return values[random.nextInt(values.length)];
    }

    private static UnsafeBuffer any(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> Frames.hello();
            case 1 -> Frames.open(random.nextInt(5));
            case 2 -> Frames.of(LaneFrame.CLOSE, 0, random.nextInt(5), 0);
            case 3 -> Frames.of(LaneFrame.CREDIT, random.nextInt(3), 3, 0);
            case 4 -> Frames.send(3, 2 + random.nextInt(3) | (long) random.nextInt(5) << 16, 1 + random.nextInt(64));
            case 5 -> Frames.readPair(3, 16L * random.nextInt(MEMORY_BYTES / 16 + 1));
            case 6 -> Frames.everyVerb(3);
            case 9 -> Frames.watch(3, 8L * random.nextInt(MEMORY_BYTES / 8 + 1), random.nextInt(4), random.nextInt(4));
            case 10 -> Frames.look();
            case 7, 8 -> Frames.chain(3, HANDLER);
            default -> {
                final byte[] garbage = new byte[32 + random.nextInt(64)];
                random.nextBytes(garbage);
                final UnsafeBuffer frame = new UnsafeBuffer(garbage);
                frame.putInt(0, frame.capacity() / 8 * 8);
                yield frame;
            }
        };
    }
}
