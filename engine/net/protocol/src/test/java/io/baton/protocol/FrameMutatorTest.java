package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged frames, in pieces: each is either taken or ends the connection with a sentence, and nothing is leaked. */
@SuppressWarnings("FutureReturnValueIgnored")
class FrameMutatorTest {

    private static final int FRAME_BYTES_MAX = 8 << 10;
    private static final int INPUTS_OF_SEED = 1_000;

    /** Reads every frame as a server and as a client do. */
    private static final class Reader extends FrameHandler {
        private int frames;
        private int malformed;

        @Override
        protected int frameBytesMax() {
            return FRAME_BYTES_MAX;
        }

        @Override
        protected boolean paused() {
            return malformed > 0;
        }

        @Override
        protected void frame(ChannelHandlerContext context, FrameType type, int flags, int request, ByteBuf body) {
            switch (type) {
                case HELLO -> Hello.read(body);
                case WELCOME -> Welcome.read(body);
                case REFUSED -> {
                    TextCodec.readState(body);
                    TextCodec.read(body);
                }
                case LIST, DESCRIBE, GOODBYE -> TextCodec.read(body);
                case LISTING, AUTHENTICATION -> Welcome.readTexts(body);
                case AUTHENTICATE -> {
                    TextCodec.read(body);
                    TextCodec.read(body);
                }
                case CHALLENGE, PROOF, PROVED -> TextCodec.read(body);
                case DESCRIPTION -> Description.read(body);
                case CALL -> {
                    final CallHeader header = CallHeader.read(body, flags);
                    for (int i = 0; i < header.arguments(); i++) {
                        ValueCodec.read(body);
                    }
                }
                case RESULT -> {
                    if (Answer.read(body).outcome() == OutcomeKind.COMMITTED) {
                        ValueCodec.read(body);
                    }
                }
                case PAGE -> ValueCodec.read(body);
                case BEGIN -> {
                    body.readIntLE();
                    if ((flags & Frame.TRACED) != 0) {
                        TraceContext.read(body);
                    }
                }
                case FETCH, COMMIT, ROLLBACK -> body.readIntLE();
                case PONG -> body.readLongLE();
                case CANCEL, PING -> {
                    // Nothing is in it.
                }
            }
            frames++;
        }

        @Override
        protected void malformed(ChannelHandlerContext context, MalformedFrameException why) {
            assertThat(why.getMessage()).isNotBlank();
            malformed++;
        }
    }

    private final List<byte[]> examples = new ArrayList<>();
    private long frames;
    private long malformed;

    FrameMutatorTest() {
        add(FrameType.HELLO, 0, new Hello(3, 1 << 20, "test")::write);
        add(FrameType.WELCOME, 0, new Welcome(3, 0, 1 << 20, 256, 1_000, 7, 8, List.of("a:1", "b:2"))::write);
        add(FrameType.CALL, Frame.KEYED, body -> {
            new CallHeader(1, 5, 10, new CallKey(new UUID(1, 2), 3, 4), 13).write(body);
            for (final Object value : new Object[] {null, true, 1, 2L, 3.0, new BigDecimal("4.5"), "text", new byte[3],
                new UUID(5, 6), Instant.EPOCH, LocalDate.EPOCH, new RecordValue(List.of(1, "a")), List.of(1, 2)}) {
                ValueCodec.write(body, value);
            }
        });
        add(FrameType.RESULT, Frame.MORE, body -> {
            Answer.COMMITTED.write(body);
            ValueCodec.write(body,
                List.of(new RecordValue(List.of(1, List.of())), new RecordValue(List.of(2, List.of(3)))));
        });
        add(FrameType.RESULT, 0, new Answer(OutcomeKind.UNKNOWN, Reason.OUTCOME_UNKNOWN, "why")::write);
        add(FrameType.DESCRIPTION, 0, new Description(1, "P", List.of(new ValueType.Part("a",
            JavaBinding.of(long.class).type())), JavaBinding.listOf(ValueCodecTest.Order.class).type())::write);
        add(FrameType.LISTING, 0, body -> Welcome.writeTexts(body, List.of("A", "B")));
        add(FrameType.AUTHENTICATION, 0, body -> Welcome.writeTexts(body, List.of("SCRAM-SHA-256")));
        add(FrameType.AUTHENTICATE, 0, body -> {
            TextCodec.write(body, "SCRAM-SHA-256");
            TextCodec.write(body, "n,,n=ann,r=0123456789abcdef");
        });
        add(FrameType.PROOF, 0, body -> TextCodec.write(body, "c=biws,r=0123456789abcdefXY,p=AAAA"));
        add(FrameType.FETCH, 0, body -> body.writeIntLE(5));
        add(FrameType.CALL, Frame.IN_TRANSACTION, body -> {
            new CallHeader(1, 0, 0, null, 7, 0, null, 1).write(body);
            ValueCodec.write(body, "text");
        });
        add(FrameType.CALL, Frame.ORDERED, body -> {
            new CallHeader(1, 0, 0, null, 0, 7, null, 1).write(body);
            ValueCodec.write(body, "text");
        });
        final TraceContext trace = new TraceContext(1, 2, 3, (byte) 1);
        add(FrameType.CALL, Frame.TRACED | Frame.KEYED | Frame.ORDERED, body -> {
            new CallHeader(1, 0, 0, new CallKey(new UUID(1, 2), 3, 4), 0, 7, trace, 1).write(body);
            ValueCodec.write(body, "text");
        });
        add(FrameType.BEGIN, Frame.TRACED, body -> trace.write(body.writeIntLE(7)));
        add(FrameType.BEGIN, 0, body -> body.writeIntLE(7));
        add(FrameType.COMMIT, 0, body -> body.writeIntLE(7));
        add(FrameType.PING, 0, body -> {});
        add(FrameType.PONG, 0, body -> body.writeLongLE(5));
        add(FrameType.GOODBYE, 0, body -> TextCodec.write(body, "why"));
    }

    private void add(FrameType type, int flags, Consumer<ByteBuf> body) {
        final ByteBuf buffer = Unpooled.buffer();
        final int start = Frame.begin(buffer, type, 9);
        body.accept(buffer);
        Frame.flags(buffer, start, flags);
        examples.add(ByteBufUtil.getBytes(Frame.end(buffer, start)));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void damagedFramesDoNoHarm() {
        run(100);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void manyDamagedFramesDoNoHarm() {
        run(10_000);
    }

    private void run(int seeds) {
        for (int seed = 0; seed < seeds; seed++) {
            try {
                run(new SplittableRandom(seed));
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(frames).isGreaterThan(seeds * (INPUTS_OF_SEED / 10L));
        assertThat(malformed).isGreaterThan(seeds * (INPUTS_OF_SEED / 10L));
    }

    private void run(SplittableRandom random) {
        for (int input = 0; input < INPUTS_OF_SEED; input++) {
            final Reader reader = new Reader();
            final EmbeddedChannel channel = new EmbeddedChannel(reader);
            byte[] bytes = examples.get(random.nextInt(examples.size())).clone();
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                bytes = damaged(bytes, random);
            }
            final List<ByteBuf> pieces = new ArrayList<>();
            for (int at = 0; at < bytes.length;) {
                final int length = Math.min(bytes.length - at, 1 + random.nextInt(bytes.length));
                pieces.add(Unpooled.copiedBuffer(bytes, at, length));
                at += length;
            }
            pieces.forEach(channel::writeInbound);
            channel.close();
            channel.checkException();
            assertThat(pieces).allMatch(piece -> piece.refCnt() == 0);
            frames += reader.frames;
            malformed += reader.malformed;
        }
    }

    private byte[] damaged(byte[] bytes, SplittableRandom random) {
        switch (random.nextInt(6)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? 0xff : random.nextInt(20));
            case 2 -> bytes[Math.min(bytes.length - 1, 4)] = (byte) random.nextInt(30);
            case 3 -> {
                return Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
            }
            case 4 -> {
                final byte[] next = examples.get(random.nextInt(examples.size()));
                final byte[] both = Arrays.copyOf(bytes, bytes.length + next.length);
                System.arraycopy(next, 0, both, bytes.length, next.length);
                return both;
            }
            default -> {
                // As long as it says, so that its body is read.
                final byte[] longer = Arrays.copyOf(bytes, bytes.length + random.nextInt(8));
                if (longer.length >= Integer.BYTES) {
                    Unpooled.wrappedBuffer(longer).setIntLE(0, longer.length - Integer.BYTES);
                }
                return longer;
            }
        }
        return bytes;
    }
}
