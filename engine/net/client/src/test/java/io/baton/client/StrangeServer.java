package io.baton.client;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.Reason;
import io.baton.protocol.RecordValue;
import io.baton.protocol.TextCodec;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.Welcome;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalIoHandler;
import io.netty.channel.local.LocalServerChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A server in this process that answers as the protocol has it, until it does not: then a frame is damaged, or is none
 * that was asked for, and the connection ends. What it does is drawn from a seed and the number of the connection.
 */
@SuppressWarnings("FutureReturnValueIgnored")
final class StrangeServer implements AutoCloseable {

    private static final int STRANGE_ONE_IN = 12;

    private final MultiThreadIoEventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, LocalIoHandler.newFactory());
    private final AtomicLong seeds = new AtomicLong();
    final AtomicLong frames = new AtomicLong();
    final AtomicLong damaged = new AtomicLong();
    /** Connections that are open. */
    final AtomicInteger open = new AtomicInteger();

    /**
     * Begins to listen.
     *
     * @param allocator of what is sent, and which clients are to free
     */
    StrangeServer(String name, ByteBufAllocator allocator) {
        new ServerBootstrap().group(loop).channel(LocalServerChannel.class)
            .childOption(ChannelOption.ALLOCATOR, allocator).childHandler(new ChannelInitializer<Channel>() {
                @Override
                protected void initChannel(Channel channel) {
                    channel.pipeline().addLast(new Connection(new SplittableRandom(seeds.incrementAndGet())));
                }
            }).bind(new LocalAddress(name)).syncUninterruptibly();
    }

    /** From now on connections behave by another seed. */
    void begin(long seed) {
        seeds.set(seed << 8);
    }

    @Override
    public void close() {
        loop.shutdownGracefully(20, 1_000, java.util.concurrent.TimeUnit.MILLISECONDS).awaitUninterruptibly();
    }

    /** One connection; for the event loop. */
    private final class Connection extends ChannelInboundHandlerAdapter {

        private final SplittableRandom random;
        private ByteBuf bytes = Unpooled.EMPTY_BUFFER;
        private int procedures;
        /** Behind which name those are that were asked for last. */
        private String after = "";

        Connection(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            open.incrementAndGet();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            bytes = Unpooled.wrappedBuffer(bytes, (ByteBuf) message);
            while (bytes.readableBytes() >= Frame.HEADER_BYTES
                && bytes.readableBytes() >= Frame.bytes(bytes, bytes.readerIndex()) && context.channel().isOpen()) {
                final int start = bytes.readerIndex();
                after = Frame.type(bytes, start) == FrameType.LIST
                    ? TextCodec
                        .read(bytes.slice(start + Frame.HEADER_BYTES, bytes.readableBytes() - Frame.HEADER_BYTES))
                    : "";
                answer(context, Frame.type(bytes, start), Frame.request(bytes, start));
                bytes.skipBytes((int) Frame.bytes(bytes, start));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            open.decrementAndGet();
            bytes.release();
            bytes = Unpooled.EMPTY_BUFFER;
        }

        private void answer(ChannelHandlerContext context, FrameType type, int request) {
            final byte[] right = right(type, request);
            frames.incrementAndGet();
            if (random.nextInt(STRANGE_ONE_IN) > 0) {
                send(context, right);
                return;
            }
            damaged.incrementAndGet();
            send(context, random.nextInt(3) == 0 ? unasked(request) : damage(right.length == 0 ? unasked(1) : right));
            if (random.nextBoolean()) {
                send(context, unasked(request));
            }
            context.close();
        }

        private void send(ChannelHandlerContext context, byte[] frame) {
            for (int at = 0; at < frame.length;) {
                final int length = Math.min(frame.length - at, 1 + random.nextInt(frame.length));
                context.writeAndFlush(context.alloc().buffer(length).writeBytes(frame, at, length));
                at += length;
            }
        }

        private byte[] right(FrameType type, int request) {
            return switch (type) {
                case HELLO -> frame(FrameType.WELCOME, request, 0, new Welcome(ProtocolLimits.VERSION,
                    random.nextInt(2), 1 << 20, 1 + random.nextInt(20), 1_000, random.nextLong(), random.nextLong(),
                    List.of("a:1", "b"))::write);
                case DESCRIBE -> random.nextInt(8) == 0 ? failure(request)
                    : frame(FrameType.DESCRIPTION, request, 0, new Description(++procedures, "P",
                        List.of(), JavaBinding.ANY.type())::write);
                case LIST -> frame(FrameType.LISTING, request, random.nextInt(3) == 0 ? Frame.MORE : 0,
                    body -> Welcome.writeTexts(body, List.of(after + "P", after + "Q" + random.nextInt(5))));
                case CALL -> random.nextInt(4) == 0 ? failure(request)
                    : frame(FrameType.RESULT, request, random.nextInt(3) == 0 ? Frame.MORE : 0, body -> {
                        Answer.COMMITTED.write(body);
                        value(body);
                    });
                case FETCH -> frame(FrameType.PAGE, request, random.nextInt(3) == 0 ? Frame.MORE : 0, this::value);
                case BEGIN, COMMIT, ROLLBACK -> random.nextInt(4) == 0 ? failure(request)
                    : frame(FrameType.RESULT, request, 0, body -> {
                        Answer.COMMITTED.write(body);
                        ValueCodec.write(body, null);
                    });
                case PING -> frame(FrameType.PONG, request, 0, body -> body.writeLongLE(random.nextLong()));
                default -> new byte[0];
            };
        }

        private void value(ByteBuf body) {
            ValueCodec.write(body, switch (random.nextInt(5)) {
                case 0 -> random.nextLong();
                case 1 -> new RecordValue(List.of(1, "a"));
                default -> List.of(1L, 2L);
            });
        }

        private byte[] failure(int request) {
            final List<OutcomeKind> failures =
                Arrays.stream(OutcomeKind.values()).filter(kind -> kind != OutcomeKind.COMMITTED).toList();
            final List<Reason> reasons = List.of(Reason.values());
            return frame(FrameType.RESULT, request, 0, new Answer(failures.get(random.nextInt(failures.size())),
                reasons.get(random.nextInt(reasons.size())), "why")::write);
        }

        /** Something that nobody has asked for, with a number that somebody may have. */
        private byte[] unasked(int request) {
            return switch (random.nextInt(8)) {
                case 0 -> frame(FrameType.GOODBYE, 0, 0, body -> TextCodec.write(body, "bye"));
                case 1 -> frame(FrameType.REFUSED, 0, 0, body -> {
                    TextCodec.writeState(body, "53300");
                    TextCodec.write(body, "full");
                });
                case 2 -> frame(FrameType.AUTHENTICATION, request, 0,
                    body -> Welcome.writeTexts(body, List.of("SCRAM-SHA-256")));
                case 3 -> frame(FrameType.CHALLENGE, request, 0, body -> TextCodec.write(body, "r=a,s=AAAA,i=4096"));
                case 4 -> frame(FrameType.PROVED, request, 0, body -> TextCodec.write(body, "v=AAAA"));
                case 5 -> frame(FrameType.PONG, request, 0, body -> body.writeLongLE(random.nextLong()));
                default -> {
                    final FrameType[] types = FrameType.values();
                    yield right(types[random.nextInt(types.length)], request + random.nextInt(3) - 1);
                }
            };
        }

        private byte[] damage(byte[] frame) {
            byte[] bad = frame.clone();
            for (int damage = random.nextInt(3); damage >= 0; damage--) {
                switch (random.nextInt(5)) {
                    case 0 -> bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
                    case 1 -> bad[random.nextInt(bad.length)] = (byte) (random.nextBoolean() ? 0xff : 0);
                    case 2 -> bad[Math.min(4, bad.length - 1)] = (byte) random.nextInt(30);
                    case 3 -> bad = Arrays.copyOf(bad, 1 + random.nextInt(bad.length));
                    default -> {
                        final List<byte[]> both = new ArrayList<>(List.of(bad, frame));
                        bad = ByteBufUtil.getBytes(Unpooled.wrappedBuffer(both.toArray(new byte[0][])));
                    }
                }
            }
            return bad;
        }
    }

    static byte[] frame(FrameType type, int request, int flags, Consumer<ByteBuf> body) {
        final ByteBuf buffer = Unpooled.buffer();
        final int start = Frame.begin(buffer, type, request);
        body.accept(buffer);
        Frame.flags(buffer, start, flags);
        return ByteBufUtil.getBytes(Frame.end(buffer, start));
    }
}
