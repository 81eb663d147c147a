package io.baton.jdbc.rows;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows come from that a result set does not have yet. One thread at a time, but for {@link #close} and
 * {@link #cancel}.
 */
public interface MorePages {

    /** None. */
    MorePages NONE = new MorePages() {

        @Override
        public @Nullable List<? extends List<? extends @Nullable Object>> next() {
            return null;
        }

        @Override
        public void close() {
            // There is nothing.
        }

        @Override
        public boolean cancel() {
            return false;
        }
    };

    /**
     * Brings the next page.
     *
     * @return its rows, one at least; null if there are no more
     * @throws SQLException if they cannot be had; then there are no more
     */
    @Nullable
    List<? extends List<? extends @Nullable Object>> next() throws SQLException;

    /** Gives up what is left. Any thread. */
    void close();

    /**
     * Gives up what is left at once, and with it the transaction that it is read in. Any thread.
     *
     * @return whether there was anything left
     */
    boolean cancel();
}
