package io.baton.jdbc;

import io.baton.jdbc.text.CallBinding;
import io.baton.jdbc.text.Command;
import io.baton.jdbc.value.SqlErrors;
import io.baton.jdbc.value.ValueGetters;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** A call whose results may be got by parameter. */
final class BatonCallableStatement extends NamedGetters {

    private OutTypes registered = OutTypes.NONE;
    private @Nullable OutValues out;

    BatonCallableStatement(BatonConnection connection, int type, Command.Call call) {
        super(connection, type, call);
    }

    @Override
    int index(@Nullable String name) throws SQLException {
        return binding().index(name);
    }

    @Override
    int outIndex(@Nullable String name) throws SQLException {
        final OutValues now = out;
        return now == null ? index(name) : now.index(name);
    }

    private void register(int parameter, int type, int scale) throws SQLException {
        if (parameter < 1 || parameter > binding().places()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX,
                "parameter " + parameter + ": the statement has " + binding().markers());
        }
        if (!binding().place(parameter).out()) {
            throw SqlErrors.of(SqlErrors.BAD_INDEX, "parameter " + parameter + " ("
                + binding().place(parameter).name() + ") of " + binding().description() + " does not come out");
        }
        registered = registered.with(parameter, type, scale);
    }

    private static int code(@Nullable SQLType type) throws SQLException {
        if (type == null) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "no type was given");
        }
        final Integer code = type.getVendorTypeNumber();
        return code == null ? Types.OTHER : code;
    }

    /** A record is read by its components if one of them is registered. */
    @Override
    boolean hidesRows() {
        return registered.any();
    }

    @Override
    void took(CallResult result) {
        final CallBinding used = result.binding();
        if (used != null) {
            out = new OutValues(used, result, registered);
        }
    }

    @Override
    void forget() {
        super.forget();
        out = null;
    }

    @Override
    void checkInBatch() throws SQLException {
        super.checkInBatch();
        if (hidesRows()) {
            throw SqlErrors.of("07001", "a parameter is registered to come out; a batch has no place for that");
        }
    }

    @Override
    ValueGetters out() throws SQLException {
        checkOpen();
        final OutValues now = out;
        if (now == null) {
            throw SqlErrors.of(SqlErrors.CLOSED, "nothing has come out yet; execute the call");
        }
        return now;
    }

    @Override
    public void registerOutParameter(int parameter, int type) throws SQLException {
        register(parameter, type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, int type, int scale) throws SQLException {
        register(parameter, type, scale);
    }

    @Override
    public void registerOutParameter(int parameter, int type, @Nullable String typeName) throws SQLException {
        register(parameter, type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type) throws SQLException {
        register(index(name), type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type, int scale) throws SQLException {
        register(index(name), type, scale);
    }

    @Override
    public void registerOutParameter(@Nullable String name, int type, @Nullable String typeName) throws SQLException {
        register(index(name), type, OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type) throws SQLException {
        register(parameter, code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type, int scale) throws SQLException {
        register(parameter, code(type), scale);
    }

    @Override
    public void registerOutParameter(int parameter, @Nullable SQLType type, @Nullable String typeName)
            throws SQLException {
        register(parameter, code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type) throws SQLException {
        register(index(name), code(type), OutTypes.ANY_SCALE);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type, int scale) throws SQLException {
        register(index(name), code(type), scale);
    }

    @Override
    public void registerOutParameter(@Nullable String name, @Nullable SQLType type, @Nullable String typeName)
            throws SQLException {
        register(index(name), code(type), OutTypes.ANY_SCALE);
    }
}
