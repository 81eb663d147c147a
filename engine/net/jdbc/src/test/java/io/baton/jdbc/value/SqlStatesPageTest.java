package io.baton.jdbc.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.protocol.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page's table of SQLSTATEs is true. */
@Timeout(10)
class SqlStatesPageTest {

    private static final Path PAGE = Path.of("..", "..", "..", "docs", "jdbc.md");

    /** The cells of the lines that speak of an SQLSTATE. */
    private static List<String[]> lines(String sqlState) throws IOException {
        final String page = Files.readString(PAGE);
        final String table = page.substring(page.indexOf("| SQLSTATE | exception |"));
        final List<String[]> found = new ArrayList<>();
        for (final String line : table.substring(0, table.indexOf("\n\n")).lines().skip(2).toList()) {
            final String[] cells = line.strip().split(" *\\| *");
            if (Arrays.stream(cells[1].split(", "))
                .anyMatch(pattern -> sqlState.matches(pattern.replace("x", ".")))) {
                found.add(cells);
            }
        }
        return found;
    }

    @Test
    void thePageHasEachReasonsStateWithTheExceptionThatIsThrown() throws IOException {
        for (final Reason reason : Reason.values()) {
            if (reason == Reason.NONE) {
                continue;
            }
            final SQLException thrown = SqlErrors.of(reason, "x");
            assertThat(thrown.getSQLState()).isEqualTo(reason.sqlState());
            assertThat(thrown.getErrorCode()).isEqualTo(reason.code());
            final List<String[]> lines = lines(reason.sqlState());
            assertThat(lines).as(reason + " " + reason.sqlState()).hasSize(1);
            assertThat(lines.getFirst()[2]).as(reason + " " + reason.sqlState())
                .contains("`" + thrown.getClass().getSimpleName() + "`");
            assertThat(lines.getFirst()[4]).as(reason + " " + reason.sqlState()).isEqualTo(switch (reason) {
                case OUTCOME_UNKNOWN -> "unknown";
                case RESULT_NOT_KEPT, RESULT_CUT -> "**everything**";
                case TRANSACTION_ENDED -> "nothing, unless its `commit` ended with 08007";
                default -> "nothing";
            });
        }
    }

    @Test
    void whatFailsInTheDriverIsUnknown() {
        final SQLException thrown =
            SqlErrors.of(new ExecutionException(new IllegalStateException("broken")), "the call of P");
        assertThat((Object) thrown).isInstanceOf(SQLNonTransientConnectionException.class);
        assertThat(thrown.getSQLState()).isEqualTo("08007");
        assertThat(thrown.getMessage()).contains("the call of P", "nobody can tell", "broken");
    }
}
