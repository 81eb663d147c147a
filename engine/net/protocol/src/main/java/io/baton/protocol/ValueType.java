package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a parameter or a result may be.
 *
 * @param kind its kind; NULL stands for no result
 * @param nullable whether NULL is possible
 * @param name of a record its name, else empty
 * @param parts of a record its components, of a list its elements as one part, else empty
 */
public record ValueType(ValueKind kind, boolean nullable, String name, List<Part> parts) {

    /** A procedure without result. */
    public static final ValueType NOTHING = new ValueType(ValueKind.NULL, true, "", List.of());

    /**
     * A parameter, or a component of a record.
     *
     * @param name its name
     * @param type what it may be
     */
    public record Part(String name, ValueType type) {
    }

    /** Keeps the parts from changes. */
    public ValueType {
        parts = List.copyOf(parts);
    }

    static ValueType scalar(ValueKind kind, boolean nullable) {
        return new ValueType(kind, nullable, "", List.of());
    }

    static ValueType list(ValueType element) {
        return new ValueType(ValueKind.LIST, true, "", List.of(new Part("", element)));
    }

    /** {@return of a list, what its elements are} */
    public ValueType element() {
        return parts.getFirst().type();
    }

    /**
     * Writes the type.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeByte(kind.code()).writeByte(nullable ? 1 : 0);
        if (kind == ValueKind.RECORD) {
            TextCodec.write(buffer, name);
            buffer.writeShortLE(parts.size());
            for (final Part part : parts) {
                TextCodec.write(buffer, part.name());
                part.type().write(buffer);
            }
        } else if (kind == ValueKind.LIST) {
            element().write(buffer);
        }
    }

    /**
     * Reads a type.
     *
     * @param buffer where it is
     * @return the type
     * @throws MalformedFrameException if there is none
     */
    public static ValueType read(ByteBuf buffer) {
        return read(buffer, 0);
    }

    private static ValueType read(ByteBuf buffer, int depth) {
        if (depth > ProtocolLimits.DEPTH_MAX) {
            throw new MalformedFrameException("a type more than " + ProtocolLimits.DEPTH_MAX + " deep");
        }
        final ValueKind kind = ValueKind.of(buffer.readUnsignedByte());
        final boolean nullable = buffer.readUnsignedByte() != 0;
        return switch (kind) {
            case RECORD -> new ValueType(kind, nullable, TextCodec.read(buffer), parts(buffer, depth));
            case LIST -> new ValueType(kind, nullable, "", List.of(new Part("", read(buffer, depth + 1))));
            default -> scalar(kind, nullable);
        };
    }

    private static List<Part> parts(ByteBuf buffer, int depth) {
        final int count = buffer.readUnsignedShortLE();
        final List<Part> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parts.add(new Part(TextCodec.read(buffer), read(buffer, depth + 1)));
        }
        return parts;
    }

    /** {@return how people write it: list of (id int64, total decimal), for example} */
    @Override
    public String toString() {
        return switch (kind) {
            case NULL -> "nothing";
            case RECORD -> parts.stream().map(part -> part.name() + " " + part.type())
                .collect(Collectors.joining(", ", "(", ")"));
            case LIST -> "list of " + element();
            default -> kind.name().toLowerCase(java.util.Locale.ROOT) + (nullable ? "" : " not null");
        };
    }
}
