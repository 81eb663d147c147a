package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bytes on the wire are those of the specification. */
@Timeout(10)
class GoldenBytesTest {

    private static final long INCARNATION = 0x1122334455667788L;
    private static final TraceContext TRACE =
        new TraceContext(0x0102030405060708L, 0x090a0b0c0d0e0f10L, 0x1112131415161718L, (byte) 1);
    private static final UUID KEY = new UUID(1, 2);

    private static String hex(ByteBuf buffer) {
        return HexFormat.ofDelimiter(" ").formatHex(ByteBufUtil.getBytes(buffer));
    }

    private static String frame(FrameType type, int request, int flags, Consumer<ByteBuf> body) {
        final ByteBuf buffer = Unpooled.buffer();
        final int start = Frame.begin(buffer, type, request);
        body.accept(buffer);
        Frame.flags(buffer, start, flags);
        return hex(Frame.end(buffer, start));
    }

    private static String value(@Nullable Object value) {
        final ByteBuf buffer = Unpooled.buffer();
        ValueCodec.write(buffer, value);
        return hex(buffer);
    }

    private static void call(ByteBuf body, @Nullable CallKey key) {
        new CallHeader(1, 0, 0, key, 2).write(body);
        ValueCodec.write(body, 7L);
        ValueCodec.write(body, "a");
    }

    @Test
    void thePageShowsWhatTheCodeWrites() throws IOException {
        final List<String> page = Files.readAllLines(Path.of("spec", "protocol.md"));
        assertThat(page).contains(
            frame(FrameType.HELLO, 1, 0, new Hello(3, 1 << 20, "test")::write),
            frame(FrameType.WELCOME, 1, 0, new Welcome(3, 0, 1 << 20, 256, 300_000, INCARNATION, 5, List.of())::write),
            frame(FrameType.CALL, 2, 0, body -> call(body, null)),
            frame(FrameType.CALL, 3, Frame.ORDERED, body -> {
                new CallHeader(1, 0, 0, null, 0, 9, null, 0).write(body);
            }),
            frame(FrameType.CALL, 3, Frame.TRACED, body -> {
                new CallHeader(1, 0, 0, null, 0, 0, TRACE, 0).write(body);
            }),
            frame(FrameType.RESULT, 2, 0, body -> {
                Answer.COMMITTED.write(body);
                ValueCodec.write(body, 42L);
            }));
    }

    private static String named(FrameType type, int request, int flags, Consumer<ByteBuf> body) {
        return String.format("%-11s  %s", type, frame(type, request, flags, body));
    }

    @Test
    void thePageShowsAllOtherFrames() throws IOException {
        final Description description = new Description(1, "P",
            List.of(new ValueType.Part("a", ValueType.scalar(ValueKind.INT64, false))),
            ValueType.scalar(ValueKind.STRING, true), true);
        assertThat(Files.readAllLines(Path.of("spec", "protocol.md"))).contains(
            named(FrameType.REFUSED, 0, 0, body -> {
                TextCodec.writeState(body, "53300");
                TextCodec.write(body, "full");
            }),
            named(FrameType.LIST, 2, 0, body -> TextCodec.write(body, "P")),
            named(FrameType.LISTING, 2, Frame.MORE, body -> Welcome.writeTexts(body, List.of("Q", "R"))),
            named(FrameType.DESCRIBE, 3, 0, body -> TextCodec.write(body, "P")),
            named(FrameType.DESCRIPTION, 3, description.flags(), description::write),
            named(FrameType.CANCEL, 2, 0, body -> {}),
            named(FrameType.FETCH, 2, 0, body -> body.writeIntLE(10)),
            named(FrameType.PAGE, 2, Frame.MORE, body -> ValueCodec.write(body, List.of(7, 8))),
            named(FrameType.PING, 4, 0, body -> {}),
            named(FrameType.PONG, 4, 0, body -> body.writeLongLE(5)),
            named(FrameType.GOODBYE, 0, 0, body -> TextCodec.write(body, "bye")),
            named(FrameType.BEGIN, 5, 0, body -> body.writeIntLE(9)),
            named(FrameType.COMMIT, 6, 0, body -> body.writeIntLE(9)),
            named(FrameType.ROLLBACK, 7, 0, body -> body.writeIntLE(9)));
    }

    @Test
    void noFrameIsMissingOnThePage() throws IOException {
        final Set<Integer> shown = Files.readAllLines(Path.of("spec", "protocol.md")).stream()
            .map(line -> line.replaceFirst("^[A-Z]+ +", ""))
            .filter(line -> line.matches("[0-9a-f]{2}( [0-9a-f]{2}){11,}"))
            .map(line -> HexFormat.fromHexDigits(line, 12, 14)).collect(Collectors.toSet());
        assertThat(shown).containsAll(Arrays.stream(FrameType.values()).map(FrameType::code).toList());
    }

    @Test
    void aLoginIsOfTexts() throws IOException {
        final String first = "n,,n=ann,r=0123456789abcdef";
        assertThat(Files.readAllLines(Path.of("spec", "protocol.md"))).contains(
            frame(FrameType.AUTHENTICATION, 1, 0, body -> Welcome.writeTexts(body, List.of("SCRAM-SHA-256"))),
            frame(FrameType.AUTHENTICATE, 2, 0, body -> {
                TextCodec.write(body, "SCRAM-SHA-256");
                TextCodec.write(body, first);
            }),
            frame(FrameType.CHALLENGE, 2, 0, body -> TextCodec.write(body, "r=0123456789abcdefXY,s=AAAA,i=4096")),
            frame(FrameType.PROOF, 3, 0, body -> TextCodec.write(body, "c=biws,r=0123456789abcdefXY,p=AAAA")),
            frame(FrameType.PROVED, 3, 0, body -> TextCodec.write(body, "v=AAAA")));
    }

    @Test
    void thePageListsAllFramesAndReasons() throws IOException {
        final String page = Files.readString(Path.of("spec", "protocol.md"));
        for (final FrameType type : FrameType.values()) {
            assertThat(page).contains("| " + type.code() + " | " + type + " | ");
        }
        for (final OutcomeKind outcome : OutcomeKind.values()) {
            assertThat(page).contains("| " + outcome.code() + " | " + outcome + " | ");
        }
        for (final ValueKind kind : ValueKind.values()) {
            assertThat(page).contains(kind == ValueKind.ANY ? "kind 15 is any" : "| " + kind.code() + " | " + kind);
        }
        Arrays.stream(Reason.values()).filter(reason -> reason.code() >= 32 && reason.code() < 64)
            .forEach(reason -> assertThat(page)
                .contains("| " + reason.code() + " | " + reason + " | " + reason.sqlState() + " | "
                    + (reason.retryable() ? "yes" : "no") + " | "));
    }

    @Test
    void aKeyStandsBeforeTheArguments() {
        assertThat(frame(FrameType.CALL, 2, Frame.KEYED, body -> call(body, new CallKey(KEY, INCARNATION, 5))))
            .isEqualTo("49 00 00 00 08 01 00 00 02 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
                + "01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 88 77 66 55 44 33 22 11 05 00 00 00 00 00 00 00 "
                + "02 00 03 07 00 00 00 00 00 00 00 06 01 00 00 00 61");
    }

    @Test
    void aPongHasTheServersClock() throws IOException {
        assertThat(Files.readString(Path.of("spec", "protocol.md")))
            .contains("| PONG | the server's clock in nanoseconds (8) |");
        assertThat(frame(FrameType.PONG, 6, 0, body -> body.writeLongLE(5)))
            .isEqualTo("10 00 00 00 0e 00 00 00 06 00 00 00 05 00 00 00 00 00 00 00");
    }

    /** Older clients know no reason 16: they read GAVE_UP, and others the SQLSTATE. */
    @Test
    void aRowThatIsNotThereIsWrittenAsGivingUp() throws IOException {
        assertThat(Files.readString(Path.of("spec", "protocol.md")))
            .contains("16, NOT_FOUND, is written as 1 with the SQLSTATE 02000");
        final Answer answer = new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, Reason.NOT_FOUND, "no");
        assertThat(frame(FrameType.RESULT, 3, 0, answer::write))
            .isEqualTo("15 00 00 00 09 00 00 00 03 00 00 00 01 01 00 00 30 32 30 30 30 02 00 6e 6f");
        for (final Reason reason : Reason.values()) {
            final ByteBuf buffer = Unpooled.buffer();
            final Answer written = new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, reason, "no");
            written.write(buffer);
            assertThat(Answer.read(buffer)).isEqualTo(written);
        }
    }

    @Test
    void aMomentThatIsNotStoredIsWrittenAsOutOfRange() {
        final Answer answer = new Answer(OutcomeKind.ABORTED_BY_PROCEDURE, Reason.NO_SUCH_MOMENT, "no");
        assertThat(frame(FrameType.RESULT, 3, 0, answer::write))
            .isEqualTo("15 00 00 00 09 00 00 00 03 00 00 00 01 25 00 00 32 32 30 30 38 02 00 6e 6f");
    }

    @Test
    void aTransactionStandsBeforeTheArguments() {
        assertThat(frame(FrameType.CALL, 2, Frame.IN_TRANSACTION, body -> {
            new CallHeader(1, 0, 0, null, 5, 0, null, 1).write(body);
            ValueCodec.write(body, true);
        })).isEqualTo("20 00 00 00 08 02 00 00 02 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
            + "05 00 00 00 01 00 01 01");
        assertThat(frame(FrameType.COMMIT, 3, 0, body -> body.writeIntLE(5)))
            .isEqualTo("0c 00 00 00 19 00 00 00 03 00 00 00 05 00 00 00");
    }

    @Test
    void aTraceStandsBehindAllNumbers() {
        assertThat(frame(FrameType.BEGIN, 2, Frame.TRACED, body -> TRACE.write(body.writeIntLE(5))))
            .isEqualTo("25 00 00 00 18 10 00 00 02 00 00 00 05 00 00 00 "
                + "01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 01");
        assertThat(frame(FrameType.CALL, 2, Frame.KEYED | Frame.ORDERED | Frame.TRACED, body -> {
            new CallHeader(1, 0, 0, new CallKey(KEY, INCARNATION, 5), 0, 9, TRACE, 1).write(body);
            ValueCodec.write(body, true);
        })).contains(" 09 00 00 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 01 01 00 ");
    }

    @Test
    void anAbortHasItsReasonAndMessage() {
        assertThat(frame(FrameType.RESULT, 3, 0,
            new Answer(OutcomeKind.ABORTED_BY_SYSTEM, Reason.RESTARTS, "no")::write))
            .isEqualTo("15 00 00 00 09 00 00 00 03 00 00 00 02 06 01 00 34 30 30 30 31 02 00 6e 6f");
    }

    /** Whatever the reason, which would say that nothing was written, and that it may be tried again. */
    @Test
    void aCommittedCallWithoutResultHasAStateOfItsOwn() throws IOException {
        assertThat(frame(FrameType.RESULT, 3, 0, new Answer(OutcomeKind.RESULT_LOST, Reason.TOO_MANY, "no")::write))
            .isEqualTo("15 00 00 00 09 00 00 00 03 00 00 00 05 2b 00 00 52 4c 30 30 31 02 00 6e 6f");
        assertThat(Files.readString(Path.of("spec", "protocol.md"))).contains("RESULT_LOST is RL001");
    }

    @Test
    void aDescriptionHasNamesAndTypes() {
        final ValueType row = new ValueType(ValueKind.RECORD, true, "Row",
            List.of(new ValueType.Part("id", ValueType.scalar(ValueKind.INT64, false))));
        assertThat(frame(FrameType.DESCRIPTION, 4, 0, new Description(1, "P",
            List.of(new ValueType.Part("a", ValueType.scalar(ValueKind.STRING, true))), ValueType.list(row))::write))
            .isEqualTo("27 00 00 00 07 00 00 00 04 00 00 00 01 00 00 00 01 00 50 01 00 01 00 61 06 01 "
                + "0c 01 0b 01 03 00 52 6f 77 01 00 02 00 69 64 03 00");
    }

    @Test
    void everyKindOfValueHasItsBytes() {
        assertThat(value(null)).isEqualTo("00");
        assertThat(value(true)).isEqualTo("01 01");
        assertThat(value(-2)).isEqualTo("02 fe ff ff ff");
        assertThat(value(1L << 40)).isEqualTo("03 00 00 00 00 00 01 00 00");
        assertThat(value(1.0)).isEqualTo("04 00 00 00 00 00 00 f0 3f");
        assertThat(value(new BigDecimal("-2.56"))).isEqualTo("05 02 00 00 00 02 00 ff 00");
        assertThat(value("\u00e9")).isEqualTo("06 02 00 00 00 c3 a9");
        assertThat(value(new byte[] {1, 2})).isEqualTo("07 02 00 00 00 01 02");
        assertThat(value(KEY)).isEqualTo("08 01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00");
        assertThat(value(Instant.ofEpochSecond(1, 2_000))).isEqualTo("09 42 42 0f 00 00 00 00 00");
        assertThat(value(LocalDate.ofEpochDay(-1))).isEqualTo("0a ff ff ff ff");
        assertThat(value(new RecordValue(List.of(1, "x")))).isEqualTo("0b 02 00 02 01 00 00 00 06 01 00 00 00 78");
        assertThat(value(List.of(1, 2))).isEqualTo("0c 02 00 00 00 02 01 00 00 00 02 02 00 00 00");
    }
}
