package io.baton.jdbc.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.jdbc.value.ColumnInfo;
import io.baton.jdbc.value.SqlType;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rows that are all there. */
@Timeout(20)
class MemoryRowsTest {

    /** Programs ask for each column of each row what it is. */
    @Test
    void decimalsAreMeasuredOnce() throws SQLException {
        final int[] looks = {0};
        final List<List<BigDecimal>> values = new AbstractList<>() {
            @Override
            public List<BigDecimal> get(int row) {
                looks[0]++;
                return List.of(new BigDecimal(row + ".25"));
            }

            @Override
            public int size() {
                return 101;
            }
        };
        try (MemoryRows rows = new MemoryRows(List.of(ColumnInfo.of("price", SqlType.DECIMAL, true)), values)) {
            while (rows.next()) {
                assertThat(rows.getMetaData().getPrecision(1)).isEqualTo(5);
                assertThat(rows.getMetaData().getScale(1)).isEqualTo(2);
            }
        }
        assertThat(looks[0]).isEqualTo(101);
    }
}
