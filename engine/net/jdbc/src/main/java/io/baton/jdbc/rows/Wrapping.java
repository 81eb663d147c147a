package io.baton.jdbc.rows;

import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import java.sql.Wrapper;
import org.jspecify.annotations.Nullable;

/** Objects of this driver wrap nothing: each is what it is. */
public interface Wrapping extends Wrapper {

    @Override
    default <T> T unwrap(@Nullable Class<T> wanted) throws SQLException {
        if (wanted == null || !wanted.isInstance(this)) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                "this is no " + (wanted == null ? "null" : wanted.getName()) + "; ask isWrapperFor first");
        }
        return wanted.cast(this);
    }

    @Override
    default boolean isWrapperFor(@Nullable Class<?> wanted) {
        return wanted != null && wanted.isInstance(this);
    }
}
