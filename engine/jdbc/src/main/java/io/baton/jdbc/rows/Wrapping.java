package io.baton.jdbc.rows;

import io.baton.jdbc.value.SqlErrors;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Objects of this driver wrap nothing: each is what it is. */
public final class Wrapping {

    private Wrapping() {
    }

    /**
     * Returns an object as another type.
     *
     * @param object an object of the driver
     * @param wanted a type that it has
     * @param <T> that type
     * @return the object
     * @throws SQLException if it has not
     */
    public static <T> T unwrap(Object object, @Nullable Class<T> wanted) throws SQLException {
        if (wanted == null || !wanted.isInstance(object)) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                "this is no " + (wanted == null ? "null" : wanted.getName()) + "; ask isWrapperFor first");
        }
        return wanted.cast(object);
    }
}
