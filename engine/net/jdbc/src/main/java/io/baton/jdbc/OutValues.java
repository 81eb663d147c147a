package io.baton.jdbc;

import io.baton.jdbc.rows.MemoryRows;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.ValueGetters;
import io.baton.protocol.RecordValue;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** What came out of a call. {@code getObject} makes of it what its place was registered as. */
final class OutValues extends ValueGetters {

    private final CallBinding binding;
    private final CallResult result;
    private final OutTypes registered;

    /** Keeps what came out. */
    OutValues(CallBinding binding, CallResult result, OutTypes registered) {
        this.binding = binding;
        this.result = result;
        this.registered = registered;
    }

    /** The place of a name when the call was made. */
    int index(@Nullable String name) throws SQLException {
        return binding.index(name);
    }

    @Override
    protected @Nullable Object value(int parameter) throws SQLException {
        if (parameter < 1 || parameter > binding.places()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + binding.markers());
        }
        final CallBinding.Place place = binding.place(parameter);
        if (!place.out()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "nothing comes out of parameter " + parameter + " (" + place.name() + ")");
        }
        if (registered.type(parameter) == Types.REF_CURSOR) {
            return new MemoryRows(result.columns(), result.rows());
        }
        if (place.component() == CallBinding.WHOLE) {
            return result.value();
        }
        return result.value() instanceof RecordValue components ? components.values().get(place.component()) : null;
    }

    @Override
    public @Nullable Object getObject(int parameter) throws SQLException {
        final Class<?> wanted = registered.javaClass(parameter);
        final Object value = wanted == null ? super.getObject(parameter) : getObject(parameter, wanted);
        final int digits = registered.scale(parameter);
        if (digits == OutTypes.ANY_SCALE || !(value instanceof BigDecimal decimal)) {
            return value;
        }
        try {
            return decimal.setScale(digits);
        } catch (ArithmeticException e) {
            throw SqlErrors.of(SqlErrors.OUT_OF_RANGE, "parameter " + parameter + " (" + binding.place(parameter).name()
                + ") is " + decimal.toPlainString() + ", but was registered with " + digits
                + " digits behind the point; register it with more, or get it by getBigDecimal");
        }
    }
}
