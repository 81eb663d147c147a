package io.baton.jdbc;

import io.baton.jdbc.rows.MemoryRows;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.ValueGetters;
import io.baton.protocol.RecordValue;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** What came out of a call. */
final class OutValues extends ValueGetters {

    private final CallBinding binding;
    private final CallResult result;
    private final int[] registered;

    /**
     * Keeps what came out.
     *
     * @param registered for each place the type that it was registered with, or {@link Types#NULL}
     */
    OutValues(CallBinding binding, CallResult result, int[] registered) {
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
        if (parameter < 1 || parameter > registered.length) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + binding.markers());
        }
        final CallBinding.Place place = binding.place(parameter);
        if (!place.out()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "nothing comes out of parameter " + parameter + " (" + place.name() + ")");
        }
        if (registered[parameter - 1] == Types.REF_CURSOR) {
            return new MemoryRows(result.columns(), result.rows());
        }
        if (place.component() == CallBinding.WHOLE) {
            return result.value();
        }
        return result.value() instanceof RecordValue components ? components.values().get(place.component()) : null;
    }
}
