package io.baton.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Values go there and come back, and what does not fit is said in a sentence. */
@Timeout(20)
class ValueCodecTest {

    /** An order with its lines. */
    public record Order(long id, @Nullable BigDecimal total, List<Line> lines) {
    }

    /** A line. */
    public record Line(int number, @Nullable String text) {
    }

    /** Never ends. */
    public record Endless(Endless next) {
    }

    record Hidden(int number) {
    }

    private static @Nullable Object through(@Nullable Object value) {
        final ByteBuf buffer = Unpooled.buffer();
        ValueCodec.write(buffer, value);
        final Object read = ValueCodec.read(buffer);
        assertThat(buffer.isReadable()).isFalse();
        return read;
    }

    private static @Nullable Object through(Type type, @Nullable Object value) {
        return JavaBinding.of(type).fromWire(through(value));
    }

    @Test
    void singleValuesComeBackAsTheyWere() {
        for (final Object value : new Object[] {true, false, Integer.MIN_VALUE, Long.MAX_VALUE, Double.NaN, -0.0,
            new BigDecimal("-123456789012345678901234567890.123456789"), BigDecimal.ZERO.setScale(-5), "",
            "a\u0000\ud83d\ude00",
            new UUID(-1, 1), Instant.parse("1969-12-31T23:59:59.999999Z"), LocalDate.of(-44, 3, 15)}) {
            assertThat(through(value)).isEqualTo(value);
        }
        assertThat(through(null)).isNull();
        assertThat((byte[]) through(new byte[] {0, -1})).containsExactly(0, -1);
        assertThat(through(Instant.parse("1969-12-31T23:59:59.999999999Z")))
            .isEqualTo(Instant.parse("1969-12-31T23:59:59.999999Z"));
    }

    @Test
    void javasSmallerTypesAreThoseOfTheParameter() {
        assertThat(through(short.class, (short) -3)).isEqualTo((short) -3);
        assertThat(through(byte.class, 127)).isEqualTo((byte) 127);
        assertThat(through(float.class, 1.5f)).isEqualTo(1.5f);
        assertThat(through(float.class, 0.1)).isEqualTo(0.1f);
        assertThat(through(float.class, 16_777_216)).isEqualTo(16_777_216f);
        assertThat(through(float.class, Double.NEGATIVE_INFINITY)).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(through(char.class, 'x')).isEqualTo('x');
        assertThat(through(long.class, 7)).isEqualTo(7L);
        assertThat(through(int.class, 7L)).isEqualTo(7);
        assertThat(through(double.class, 7)).isEqualTo(7.0);
        assertThat(through(BigDecimal.class, 7L)).isEqualTo(BigDecimal.valueOf(7));
    }

    @Test
    void recordsAndListsComeBackWithTheirParts() {
        final Order order = new Order(1, null, List.of(new Line(1, "a"), new Line(2, null)));
        assertThat(through(Order.class, order)).isEqualTo(order);
        assertThat(JavaBinding.listOf(Order.class).fromWire(through(List.of(order, order))))
            .isEqualTo(List.of(order, order));
        assertThat(through(List.class, Arrays.asList(1, null, "x"))).isEqualTo(Arrays.asList(1, null, "x"));
        assertThat(JavaBinding.of(Order.class).type())
            .hasToString("(id int64 not null, total decimal, lines list of (number int32 not null, text string))");
    }

    @Test
    void arraysAreLists() {
        assertThat(through(int[].class, new int[] {1, -2})).isEqualTo(new int[] {1, -2});
        assertThat(through(String[].class, List.of("a", "b"))).isEqualTo(new String[] {"a", "b"});
        assertThat(through(new long[][] {{1}, {}})).isEqualTo(List.of(List.of(1L), List.of()));
        refused(int[].class, Arrays.asList(1, null), Reason.NULL_ARGUMENT, "must be of type int, but NULL was given");
    }

    @Test
    void typesGoThereAndBack() {
        for (final Type type : new Type[] {Order.class, long.class, String.class, void.class, Object.class}) {
            final ByteBuf buffer = Unpooled.buffer();
            final ValueType before = JavaBinding.of(type).type();
            before.write(buffer);
            assertThat(ValueType.read(buffer)).isEqualTo(before);
        }
    }

    private static void refused(Type type, @Nullable Object value, Reason reason, String sentence) {
        final ConversionException wrong =
            catchThrowableOfType(ConversionException.class, () -> JavaBinding.of(type).fromWire(value));
        assertThat(wrong.reason()).isEqualTo(reason);
        assertThat(wrong).hasMessage(sentence);
    }

    @Test
    void whatDoesNotFitIsToldWithTheValue() {
        refused(long.class, "x", Reason.WRONG_TYPE, "must be of type long, but x (String) was given");
        refused(long.class, null, Reason.NULL_ARGUMENT, "must be of type long, but NULL was given");
        refused(int.class, 1L << 31, Reason.OUT_OF_RANGE,
            "must be -2147483648 to 2147483647, but 2147483648 was given");
        refused(byte.class, 128, Reason.OUT_OF_RANGE, "must be -128 to 127, but 128 was given");
        refused(double.class, Long.MAX_VALUE, Reason.OUT_OF_RANGE,
            "9223372036854775807 is no floating-point number; round it");
        refused(float.class, 1e300, Reason.OUT_OF_RANGE, "1.0E300 is no floating-point number of 32 bits; round it");
        refused(float.class, 16_777_217, Reason.OUT_OF_RANGE,
            "16777217 is no floating-point number of 32 bits; round it");
        refused(String.class, 1, Reason.WRONG_TYPE, "must be of type String, but 1 (Integer) was given");
        refused(Order.class, new RecordValue(List.of()), Reason.WRONG_TYPE,
            "must be of type Order, but a record of 0 was given");
        refused(Line.class, new RecordValue(List.of("x", "y")), Reason.WRONG_TYPE,
            "component number must be of type int, but x (String) was given");
        refused(char.class, "ab", Reason.WRONG_TYPE, "must be of type char, but ab (String) was given");
    }

    @Test
    void typesThatDoNotCrossTheWireAreRefused() {
        for (final Type type : new Type[] {Runnable.class, Runnable[].class, Hidden.class, Endless.class}) {
            assertThatThrownBy(() -> JavaBinding.of(type)).isInstanceOf(NotEncodableException.class);
        }
        final ByteBuf buffer = Unpooled.buffer();
        for (final Object value : new Object[] {new Object(), new Hidden(1), BigInteger.ONE, Instant.MAX,
            LocalDate.MAX, new BigDecimal(BigInteger.ONE.shiftLeft(5_000)), new BigDecimal(BigInteger.ONE, 20_000),
            nested(17), new RecordValue(Collections.nCopies(65_536, 1))}) {
            assertThatThrownBy(() -> ValueCodec.write(buffer, value)).isInstanceOf(NotEncodableException.class);
        }
        ValueCodec.write(buffer, nested(15));
    }

    private static List<Object> nested(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = 1; i < depth; i++) {
            list = List.of(list);
        }
        return list;
    }

    @Test
    void lengthsBeyondTheFrameAllocateNothing() {
        for (final int kind : new int[] {6, 7, 12}) {
            final ByteBuf buffer = Unpooled.buffer().writeByte(kind).writeIntLE(-1).writeByte(1);
            assertThatThrownBy(() -> ValueCodec.read(buffer)).isInstanceOf(MalformedFrameException.class);
        }
        final ByteBuf record = Unpooled.buffer().writeByte(11).writeShortLE(-1).writeByte(0);
        assertThatThrownBy(() -> ValueCodec.read(record)).isInstanceOf(MalformedFrameException.class);
        final ByteBuf utf8 = Unpooled.buffer().writeByte(6).writeIntLE(1).writeByte(0xff);
        assertThatThrownBy(() -> ValueCodec.read(utf8)).isInstanceOf(MalformedFrameException.class);
    }
}
