package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The body of a DESCRIPTION: what a procedure takes and returns.
 *
 * @param procedure its number on this connection
 * @param name its name
 * @param parameters its parameters in order
 * @param result what it returns
 * @param readOnly whether it only reads, which a flag of the frame says
 */
public record Description(int procedure, String name, List<ValueType.Part> parameters, ValueType result,
        boolean readOnly) {

    /** Keeps the parameters from changes. */
    public Description {
        parameters = List.copyOf(parameters);
    }

    /**
     * Makes the description of a procedure that may write.
     *
     * @param procedure its number on this connection
     * @param name its name
     * @param parameters its parameters in order
     * @param result what it returns
     */
    public Description(int procedure, String name, List<ValueType.Part> parameters, ValueType result) {
        this(procedure, name, parameters, result, false);
    }

    /** {@return the flags of a frame with it} */
    public int flags() {
        return readOnly ? Frame.READ_ONLY : 0;
    }

    /**
     * Writes it.
     *
     * @param buffer where to
     */
    public void write(ByteBuf buffer) {
        buffer.writeIntLE(procedure);
        TextCodec.write(buffer, name);
        buffer.writeShortLE(parameters.size());
        for (final ValueType.Part parameter : parameters) {
            TextCodec.write(buffer, parameter.name());
            parameter.type().write(buffer);
        }
        result.write(buffer);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @return the description
     * @throws MalformedFrameException if there is none
     */
    public static Description read(ByteBuf buffer) {
        return read(buffer, 0);
    }

    /**
     * Reads it.
     *
     * @param buffer where it is
     * @param flags of the frame
     * @return the description
     * @throws MalformedFrameException if there is none
     */
    public static Description read(ByteBuf buffer, int flags) {
        final int procedure = buffer.readIntLE();
        final String name = TextCodec.read(buffer);
        final int count = buffer.readUnsignedShortLE();
        final List<ValueType.Part> parameters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parameters.add(new ValueType.Part(TextCodec.read(buffer), ValueType.read(buffer)));
        }
        return new Description(
            procedure, name, parameters, ValueType.read(buffer), (flags & Frame.READ_ONLY) != 0);
    }

    /** {@return how people write it} */
    @Override
    public String toString() {
        final List<String> texts = parameters.stream().map(part -> part.name() + " " + part.type()).toList();
        return name + "(" + String.join(", ", texts) + ")" + " returns " + result + (readOnly ? ", reads only" : "");
    }
}
