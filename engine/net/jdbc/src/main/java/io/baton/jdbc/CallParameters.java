package io.baton.jdbc;

import io.baton.jdbc.rows.Wrapping;
import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.SqlType;
import io.baton.protocol.JavaBinding;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** What the question marks of a call are. Immutable. */
final class CallParameters implements ParameterMetaData, Wrapping {

    private static final CallBinding.Place UNKNOWN =
        new CallBinding.Place("", JavaBinding.ANY.type(), 0, CallBinding.NO_COMPONENT, 0);

    private final List<CallBinding.Place> places;

    CallParameters(CallBinding binding) {
        this(IntStream.rangeClosed(1, binding.markers()).mapToObj(binding::place).toList());
    }

    private CallParameters(List<CallBinding.Place> places) {
        this.places = places;
    }

    /** Parameters of which only the server knows more. */
    static CallParameters unknown(int count) {
        return new CallParameters(Collections.nCopies(count, UNKNOWN));
    }

    private CallBinding.Place place(int parameter) throws SQLException {
        if (parameter < 1 || parameter > places.size()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + places.size());
        }
        return places.get(parameter - 1);
    }

    private SqlType type(int parameter) throws SQLException {
        return SqlType.of(place(parameter).type().kind());
    }

    @Override
    public int getParameterCount() {
        return places.size();
    }

    @Override
    public int isNullable(int parameter) throws SQLException {
        return place(parameter).type().nullable() ? parameterNullable : parameterNoNulls;
    }

    @Override
    public boolean isSigned(int parameter) throws SQLException {
        return type(parameter).isSigned();
    }

    @Override
    public int getPrecision(int parameter) throws SQLException {
        return type(parameter).precisionAnywhere();
    }

    @Override
    public int getScale(int parameter) throws SQLException {
        return Objects.requireNonNullElse(type(parameter).scale(), 0);
    }

    @Override
    public int getParameterType(int parameter) throws SQLException {
        return type(parameter).code();
    }

    @Override
    public String getParameterTypeName(int parameter) throws SQLException {
        return type(parameter).name();
    }

    @Override
    public String getParameterClassName(int parameter) throws SQLException {
        return type(parameter).javaClass().getName();
    }

    @Override
    public int getParameterMode(int parameter) throws SQLException {
        final CallBinding.Place place = place(parameter);
        if (place.in()) {
            return place.out() ? parameterModeInOut : parameterModeIn;
        }
        return parameterModeOut;
    }
}
