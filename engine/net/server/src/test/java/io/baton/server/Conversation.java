package io.baton.server;

import io.baton.protocol.CallHeader;
import io.baton.protocol.CallKey;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.Hello;
import io.baton.protocol.ProtocolLimits;
import io.baton.protocol.RecordValue;
import io.baton.protocol.TextCodec;
import io.baton.protocol.TraceContext;
import io.baton.protocol.ValueCodec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client might say after HELLO, drawn from a seed: frames that are each as the protocol has them, in an order
 * and with numbers that make sense at times, and now and then one that is damaged. One thread.
 */
final class Conversation {

    private static final List<String> PROCEDURES = List.of("Rows", "Echo", "Move", "Quit", "baton.query",
        "baton.tables", "baton.explain", "baton.analyze", "baton.statistics", "Absent", "");
    private static final List<String> QUERIES = List.of("SELECT * FROM account WHERE id = ?",
        "SELECT * FROM account WHERE id BETWEEN 1 AND 3 LIMIT 2", "SELECT 1", "SELECT id FROM account LIMIT 5",
        "SELECT * FROM nobody", "DELETE", "SELECT * FROM account WHERE id = 'x'");
    private static final int REQUESTS = 40;
    private static final int NUMBERS = 4;
    private static final int DAMAGED_ONE_IN = 60;

    private final SplittableRandom random;
    /** Requests of which pages are left. */
    private final List<Integer> more = new ArrayList<>();
    /** Transactions that have begun and not ended, as far as the client has said it. */
    private final List<Integer> open = new ArrayList<>();
    private int lastRequest = 1;

    Conversation(SplittableRandom random) {
        this.random = random;
    }

    /** The questions that give the first procedures their numbers. */
    byte[] begin() {
        byte[] all = {};
        for (final String name : PROCEDURES) {
            all =
                behind(all, RawClient.frame(FrameType.DESCRIBE, ++lastRequest, 0, body -> TextCodec.write(body, name)));
        }
        return all;
    }

    /** What the server has answered. */
    void came(RawClient.Came answer) {
        more.remove((Object) answer.request());
        if ((answer.type() == FrameType.RESULT || answer.type() == FrameType.PAGE)
            && (answer.flags() & Frame.MORE) != 0) {
            more.add(answer.request());
        }
    }

    private static byte[] behind(byte[] bytes, byte[] frame) {
        final byte[] all = Arrays.copyOf(bytes, bytes.length + frame.length);
        System.arraycopy(frame, 0, all, bytes.length, frame.length);
        return all;
    }

    /** Bytes of so many frames. */
    byte[] frames(int count) {
        byte[] all = {};
        for (int i = 0; i < count; i++) {
            byte[] frame = frame();
            if (random.nextInt(DAMAGED_ONE_IN) == 0) {
                frame = damaged(frame);
            }
            all = behind(all, frame);
        }
        return all;
    }

    private byte[] frame() {
        final int request = request();
        return switch (random.nextInt(24)) {
            case 0, 1, 2 -> RawClient.frame(FrameType.DESCRIBE, request, 0,
                body -> TextCodec.write(body, PROCEDURES.get(random.nextInt(PROCEDURES.size()))));
            case 3, 4 -> begin(request);
            case 5 -> end(FrameType.COMMIT, request);
            case 6 -> end(FrameType.ROLLBACK, request);
            case 7, 8, 9 -> fetch(request);
            case 10 -> RawClient.empty(FrameType.CANCEL, Math.max(2, lastRequest - random.nextInt(REQUESTS)));
            case 11 -> RawClient.empty(FrameType.PING, request);
            case 12 -> RawClient.frame(FrameType.LIST, request, 0,
                body -> TextCodec.write(body, random.nextBoolean() ? "" : "Move"));
            case 13 -> seldom();
            default -> call(request);
        };
    }

    private byte[] seldom() {
        return switch (random.nextInt(30)) {
            case 0 -> RawClient.frame(FrameType.GOODBYE, 0, 0, body -> TextCodec.write(body, "bye"));
            case 1 -> RawClient.frame(FrameType.HELLO, 1, 0, new Hello(ProtocolLimits.VERSION, 1 << 20, "x")::write);
            case 2 -> RawClient.frame(FrameType.PROOF, 3, 0, body -> TextCodec.write(body, "c=biws,r=a,p=AAAA"));
            default -> RawClient.empty(FrameType.PING, request());
        };
    }

    private byte[] begin(int request) {
        final int number = seldomWrong() ? number() : 1 + open.size();
        if (number > NUMBERS) {
            return end(FrameType.COMMIT, request);
        }
        open.add(number);
        final boolean traced = random.nextInt(8) == 0;
        return RawClient.frame(FrameType.BEGIN, request, traced ? Frame.TRACED : 0, body -> {
            body.writeIntLE(number);
            if (traced) {
                new TraceContext(random.nextLong(), 1, random.nextLong(), (byte) 1).write(body);
            }
        });
    }

    private byte[] end(FrameType type, int request) {
        final int number = open.isEmpty() || seldomWrong() ? number() : open.removeLast();
        return RawClient.frame(type, request, 0, body -> body.writeIntLE(number));
    }

    private boolean seldomWrong() {
        return random.nextInt(40) == 0;
    }

    /** Mostly of what has more pages: of anything else the server ends the connection. */
    private byte[] fetch(int request) {
        if (more.isEmpty() && random.nextInt(50) > 0) {
            return RawClient.empty(FrameType.PING, request);
        }
        final int asked = more.isEmpty() || random.nextInt(50) == 0 ? 2 + random.nextInt(lastRequest)
            : more.get(random.nextInt(more.size()));
        return RawClient.frame(FrameType.FETCH, asked, 0, body -> body.writeIntLE(strange(3)));
    }

    /** A call whose arguments are mostly of the right types. */
    private byte[] call(int request) {
        final int procedure = 1 + random.nextInt(PROCEDURES.size());
        if (random.nextInt(4) == 0) {
            final @Nullable Object[] any = new Object[random.nextInt(4)];
            Arrays.setAll(any, i -> value(0));
            return call(request, procedure, any);
        }
        final String query = QUERIES.get(random.nextInt(QUERIES.size()));
        return switch (procedure) {
            case 1 -> call(request, procedure, strange(100));
            case 2 -> call(request, procedure, value(0));
            case 4 -> call(request, procedure, "no");
            case 5 -> call(request, procedure, query, 0L, query.contains("?") ? List.of(1L) : List.of());
            case 6, 9 -> call(request, procedure);
            case 7, 8 -> call(request, procedure, "Move", List.of(1L, 2L));
            default -> call(request, 3, (long) strange(50), (long) strange(50));
        };
    }

    private byte[] call(int request, int procedure, @Nullable Object... arguments) {
        final int transaction = seldomWrong() ? number()
            : open.isEmpty() || random.nextInt(3) == 0 ? 0 : open.get(random.nextInt(open.size()));
        final CallKey key = random.nextInt(4) > 0 || (transaction != 0 && !seldomWrong()) ? null
            : new CallKey(new UUID(procedure, random.nextInt(NUMBERS)), random.nextInt(4) == 0 ? random.nextLong() : 0,
                random.nextInt(4) == 0 ? random.nextLong() : 0);
        final long timeMicros = random.nextInt(6) == 0 ? random.nextLong() : 0;
        final CallHeader header = new CallHeader(procedure, timeMicros, strange(3), key,
            transaction, transaction == 0 && random.nextInt(4) == 0 ? 1 + random.nextInt(NUMBERS) : 0,
            random.nextInt(20) == 0 ? new TraceContext(1, random.nextLong(), random.nextLong(), (byte) 1) : null,
            arguments.length);
        return RawClient.frame(FrameType.CALL, request,
            header.flags() | (random.nextInt(10) == 0 ? Frame.READ_ONLY : 0), body -> {
                header.write(body);
                for (final Object argument : arguments) {
                    ValueCodec.write(body, argument);
                }
            });
    }

    private @Nullable Object value(int depth) {
        return switch (random.nextInt(depth > 2 ? 9 : 13)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2, 3, 4 -> (long) strange(60);
            case 5 -> strange(60);
            case 6 -> new BigDecimal(strange(1_000)).movePointLeft(random.nextInt(3));
            case 7 -> QUERIES.get(random.nextInt(QUERIES.size()));
            case 8 -> PROCEDURES.get(random.nextInt(PROCEDURES.size()));
            case 9 -> List.of();
            case 10, 11 -> Arrays.asList(value(depth + 1), value(depth + 1));
            default -> new RecordValue(Arrays.asList(value(depth + 1), value(depth + 1)));
        };
    }

    /** A number of a transaction that may be there; seldom 0, which none has. */
    private int number() {
        return random.nextInt(10) == 0 ? random.nextInt() : random.nextInt(NUMBERS);
    }

    /** A small number, or one from the edges. */
    private int strange(int most) {
        return switch (random.nextInt(16)) {
            case 0 -> Integer.MIN_VALUE;
            case 1 -> Integer.MAX_VALUE;
            case 2 -> -1;
            default -> random.nextInt(most);
        };
    }

    /** A new number of a request; seldom one that is used already, which ends the connection. */
    private int request() {
        return random.nextInt(200) == 0 ? 2 + random.nextInt(REQUESTS) : ++lastRequest;
    }

    private byte[] damaged(byte[] frame) {
        final byte[] bytes = frame.clone();
        switch (random.nextInt(4)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[4] = (byte) random.nextInt(30);
            case 2 -> bytes[5] = (byte) random.nextInt(32);
            default -> {
                final byte[] cut = Arrays.copyOf(bytes, Frame.HEADER_BYTES
                    + random.nextInt(Math.max(1, bytes.length - Frame.HEADER_BYTES)));
                cut[0] = (byte) (cut.length - Integer.BYTES);
                return cut;
            }
        }
        return bytes;
    }
}
