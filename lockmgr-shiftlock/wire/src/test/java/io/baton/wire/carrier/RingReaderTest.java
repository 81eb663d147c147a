package io.baton.wire.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.testing.Seeds;
import io.baton.wire.Frames;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import java.util.Random;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A ring in shared memory may hold anything: its reader takes whole frames or says what is wrong. */
@Timeout(30)
class RingReaderTest {

    private static final int BYTES = WireLimits.RING_BYTES + RingBufferDescriptor.TRAILER_LENGTH;

    @RegisterExtension
    private final Seeds seeds = new Seeds();

    private final UnsafeBuffer memory = new UnsafeBuffer(BufferUtil.allocateDirectAligned(BYTES, 64));

    @Test
    void framesComeOutAsTheyWentInAcrossManyRounds() throws IOException, MalformedLaneFrameException {
        final Random random = new Random(seeds.next());
        final OneToOneRingBuffer ring = new OneToOneRingBuffer(memory);
        final RingReader reader = new RingReader(memory);
        final int[] expected = {0};
        int written = 0;
        for (int round = 0; round < 2_000; round++) {
            for (int i = random.nextInt(20); i > 0; i--) {
                final UnsafeBuffer frame = Frames.of(LaneFrame.VERBS, 1, written, 8 * random.nextInt(1_000));
                if (ring.write(1, frame, 0, frame.capacity())) {
                    written++;
                }
            }
            reader.read((buffer, at, length) -> {
                if (random.nextInt(5) == 0) {
                    return false;
                }
                assertThat(LaneFrame.endpoint(buffer, at)).isEqualTo(expected[0]);
                expected[0]++;
                return true;
            });
        }
        reader.read((buffer, at, length) -> {
            expected[0]++;
            return true;
        });
        assertThat(expected[0]).isEqualTo(written).isGreaterThan(1_000);
        assertThat(reader.isEmpty()).isTrue();
    }

    @Test
    void damagedRingsAreRefusedAndNothingBeyondThemIsTouched() throws IOException {
        final Random random = new Random(seeds.next());
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            memory.setMemory(0, BYTES, (byte) 0);
            final OneToOneRingBuffer ring = new OneToOneRingBuffer(memory);
            final RingReader reader = new RingReader(memory);
            final UnsafeBuffer frame = Frames.everyVerb(3);
            for (int i = 0; i < 5; i++) {
                ring.write(1, frame, 0, frame.capacity());
            }
            for (int i = random.nextInt(4); i >= 0; i--) {
                memory.putInt(4 * random.nextInt(300),
                    random.nextBoolean() ? random.nextInt() : random.nextInt(200_000));
            }
            try {
                reader.read((buffer, at, length) -> {
                    assertThat(length).isBetween(LaneFrame.HEADER_BYTES, WireLimits.FRAME_BYTES_MAX);
                    assertThat(LaneFrame.length(buffer, at)).isEqualTo(length);
                    return true;
                });
            } catch (MalformedLaneFrameException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(100);
    }
}
