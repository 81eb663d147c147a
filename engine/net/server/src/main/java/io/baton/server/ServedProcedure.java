package io.baton.server;

import io.baton.bundle.RecordResult;
import io.baton.engine.Procedure;
import io.baton.engine.procedure.ArgumentCount;
import io.baton.protocol.Answer;
import io.baton.protocol.ConversionException;
import io.baton.protocol.Description;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.ValueType;
import io.netty.buffer.ByteBuf;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A procedure as clients see it. Immutable, but for its pace. */
final class ServedProcedure {

    private final Procedure<?> procedure;
    private final List<JavaBinding> parameters = new ArrayList<>();
    private final List<ValueType.Part> parts = new ArrayList<>();
    private final JavaBinding result;
    private final InlinePolicy pace = new InlinePolicy();

    /**
     * Finds out what crosses the wire.
     *
     * @throws NotEncodableException if some of it does not
     */
    ServedProcedure(Procedure<?> procedure) {
        this.procedure = procedure;
        for (final Parameter parameter : procedure.parameters()) {
            final JavaBinding binding = binding(parameter);
            parameters.add(binding);
            parts.add(new ValueType.Part(parameter.getName(), binding.type()));
        }
        try {
            this.result = JavaBinding.of(sent(procedure.declaredResultType()));
        } catch (NotEncodableException e) {
            throw new NotEncodableException("the result of procedure " + procedure.name() + ": " + e.getMessage());
        }
    }

    /** What is sent of a result. */
    private static Type sent(Type declared) {
        if (!(declared instanceof Class<?> type) || !RecordResult.class.isAssignableFrom(type)) {
            return declared;
        }
        try {
            return type.getMethod("asRecord").getReturnType();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(type + " implements RecordResult without its method", e);
        }
    }

    private JavaBinding binding(Parameter parameter) {
        try {
            return JavaBinding.of(parameter.getParameterizedType());
        } catch (NotEncodableException e) {
            throw new NotEncodableException(
                "parameter " + parameter.getName() + " of procedure " + procedure.name() + ": " + e.getMessage());
        }
    }

    /** Reads arguments one by one; each takes a byte of the frame at least. */
    static @Nullable Object[] arguments(ByteBuf body, int count) {
        if (count > body.readableBytes()) {
            throw new MalformedFrameException("more arguments than bytes");
        }
        final @Nullable Object[] arguments = new Object[count];
        for (int i = 0; i < count; i++) {
            arguments[i] = ValueCodec.read(body);
        }
        return arguments;
    }

    Procedure<?> procedure() {
        return procedure;
    }

    /** Whether it is quick enough for event loops. */
    InlinePolicy pace() {
        return pace;
    }

    JavaBinding result() {
        return result;
    }

    /** What is sent of a result, or of nothing. */
    static @Nullable Object sent(@Nullable Object value) {
        return value instanceof RecordResult result ? result.asRecord() : value;
    }

    Description description(int number) {
        return new Description(number, procedure.name(), parts, result.type(), procedure.readOnly());
    }

    /** Makes arguments of what came, in place; returns why that is not possible, or null if it is. */
    @Nullable
    Answer convert(@Nullable Object[] arguments) {
        if (arguments.length != parameters.size()) {
            return EngineAnswers.refused(Reason.WRONG_ARGUMENTS,
                ArgumentCount.wrong(procedure.name(), parameters.size(), arguments.length));
        }
        for (int i = 0; i < arguments.length; i++) {
            try {
                arguments[i] = parameters.get(i).fromWire(arguments[i]);
            } catch (ConversionException e) {
                return EngineAnswers.refused(e.reason(), "argument " + (i + 1) + " (" + parts.get(i).name()
                    + ") of procedure " + procedure.name() + " " + e.getMessage());
            }
        }
        return null;
    }
}
