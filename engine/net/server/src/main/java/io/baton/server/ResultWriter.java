package io.baton.server;

import io.baton.protocol.Answer;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.OutcomeKind;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.ValueKind;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Writes the frames of one call's result, whole or in pages. For one thread after the other. */
final class ResultWriter {

    /** A page ends with the row that reaches so many bytes. */
    static final int PAGE_BYTES = 64 << 10;
    static final int PAGE_ROWS = 1_000;
    /** How a sentence begins that says why a result was lost. */
    static final String COMMITTED_BUT = "the call was committed, but ";
    private static final int FIRST_BYTES = 64;

    private final ByteBufAllocator allocator;
    private final int frameBytesMax;
    private final int rowsMax;
    private final int pageRows;
    private JavaBinding element = JavaBinding.ANY;
    /** Rows that are not sent yet, or null if there are none. */
    private @Nullable Iterator<?> rest;
    /** A row that has not fitted into the page before. */
    private @Nullable Object held;
    private boolean holding;
    private Answer sent = Answer.COMMITTED;

    /**
     * Makes a writer.
     *
     * @param frameBytesMax what the client takes
     * @param rowsMax the most rows of a result
     * @param pageRows rows of a page, or 0 for as many as are usual
     */
    ResultWriter(ByteBufAllocator allocator, int frameBytesMax, int rowsMax, int pageRows) {
        this.allocator = allocator;
        this.frameBytesMax = frameBytesMax;
        this.rowsMax = rowsMax;
        this.pageRows = pageRows;
    }

    /** What the client was told. */
    Answer sent() {
        return sent;
    }

    boolean hasMore() {
        return rest != null;
    }

    /** The frame of a RESULT. If not even a sentence fits into memory, that is thrown. */
    ByteBuf result(int request, Answer answer, JavaBinding binding, @Nullable Object value) {
        if (answer.outcome() != OutcomeKind.COMMITTED) {
            return plain(request, answer);
        }
        final ByteBuf buffer = allocator.buffer(FIRST_BYTES, frameBytesMax);
        boolean complete = false;
        try {
            final int start = Frame.begin(buffer, FrameType.RESULT, request);
            answer.write(buffer);
            if (value instanceof List<?> list) {
                begin(list, binding);
                writeRows(buffer, start, pageRows);
            } else {
                binding.write(buffer, ServedProcedure.sent(value));
            }
            complete = true;
            return Frame.end(buffer, start);
        } catch (Throwable e) {
            rest = null;
            return plain(request, lost(e));
        } finally {
            if (!complete) {
                buffer.release();
            }
        }
    }

    private void begin(List<?> list, JavaBinding binding) {
        if (list.size() > rowsMax) {
            throw new IndexOutOfBoundsException(list.size());
        }
        if (binding.type().kind() == ValueKind.LIST) {
            element = binding.element();
        }
        rest = list.iterator();
    }

    /** The frame of the next PAGE. */
    ByteBuf page(int request, int rows) {
        final ByteBuf buffer = allocator.buffer(FIRST_BYTES, frameBytesMax);
        boolean complete = false;
        try {
            final int start = Frame.begin(buffer, FrameType.PAGE, request);
            writeRows(buffer, start, rows);
            complete = true;
            return Frame.end(buffer, start);
        } catch (Throwable e) {
            rest = null;
            return plain(request, lost(e));
        } finally {
            if (!complete) {
                buffer.release();
            }
        }
    }

    /** Writes rows until the page is full, and tells whether there are more. */
    private void writeRows(ByteBuf buffer, int start, int rows) {
        final Iterator<?> left = rest;
        if (left == null) {
            throw new NoSuchElementException("no more rows");
        }
        final int rowsWanted = rows == 0 ? PAGE_ROWS : rows;
        final int bytesWanted = Math.min(PAGE_BYTES, frameBytesMax);
        final int list = ValueCodec.beginList(buffer);
        int count = 0;
        while (count < rowsWanted && buffer.writerIndex() - start < bytesWanted && (holding || left.hasNext())) {
            final Object row = holding ? held : left.next();
            final int before = buffer.writerIndex();
            try {
                element.write(buffer, row);
            } catch (IndexOutOfBoundsException e) {
                if (count == 0) {
                    throw e;
                }
                // It is too large for what is left of this frame, and begins the next.
                buffer.writerIndex(before);
                held = row;
                holding = true;
                break;
            }
            holding = false;
            held = null;
            count++;
        }
        ValueCodec.endList(buffer, list, count);
        if (holding || left.hasNext()) {
            Frame.flags(buffer, start, Frame.MORE);
        } else {
            rest = null;
        }
    }

    private Answer lost(Throwable why) {
        return switch (why) {
            case IndexOutOfBoundsException large -> EngineAnswers.lost(Reason.RESULT_TOO_LARGE,
                COMMITTED_BUT + "its result is larger than what may be sent: " + frameBytesMax
                    + " bytes in a frame, which holds a row or a result that is no list, and " + rowsMax + " rows");
            case NotEncodableException strange -> EngineAnswers.lost(Reason.NOT_ENCODABLE,
                COMMITTED_BUT + "its result cannot be sent: " + strange.getMessage());
            case ConcurrentModificationException changed -> EngineAnswers.lost(Reason.NOT_ENCODABLE,
                COMMITTED_BUT + "its result was changed while it was sent");
            default -> EngineAnswers.lost(Reason.NOT_ENCODABLE,
                COMMITTED_BUT + "its result cannot be sent: " + text(why));
        };
    }

    /** What has thrown it may be the procedure's code, and its text as well. */
    private static String text(Throwable why) {
        try {
            return why.toString();
        } catch (Throwable e) {
            return why.getClass().getName();
        }
    }

    private ByteBuf plain(int request, Answer answer) {
        sent = answer;
        return frame(allocator, request, answer, frameBytesMax);
    }

    /** A RESULT without a value. */
    static ByteBuf frame(ByteBufAllocator allocator, int request, Answer answer, int frameBytesMax) {
        final int spare = Frame.HEADER_BYTES + FIRST_BYTES;
        final int most = frameBytesMax - spare;
        final String message = answer.message();
        // Three bytes of UTF-8 for a character at most.
        final Answer fits = message.length() * 3L <= most ? answer
            : new Answer(answer.outcome(), answer.reason(), message.substring(0, most / 3));
        final ByteBuf buffer = allocator.buffer(FIRST_BYTES);
        final int start = Frame.begin(buffer, FrameType.RESULT, request);
        fits.write(buffer);
        return Frame.end(buffer, start);
    }

    /** A frame that was kept, for another request. */
    ByteBuf kept(int request, byte[] bytes) {
        if (bytes.length > frameBytesMax) {
            return plain(request, KeyedCalls.NOT_KEPT);
        }
        final ByteBuf buffer = allocator.buffer(bytes.length).writeBytes(bytes);
        Frame.request(buffer, 0, request);
        return buffer;
    }
}
