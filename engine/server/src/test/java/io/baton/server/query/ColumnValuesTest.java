package io.baton.server.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** Texts as numbers. */
class ColumnValuesTest {

    private static final Column AMOUNT = TableSchema.named("account").decimal("amount", 2);

    @Test
    void aTextIsANumberOfAsManyDigitsAsOneMayHave() {
        assertThat(ColumnValues.convert(AMOUNT, " 1.50 ")).isEqualTo(new BigDecimal("1.50"));
        final String digits = "7".repeat(1_233);
        assertThat(ColumnValues.convert(AMOUNT, digits)).isEqualTo(new BigDecimal(digits));
        assertThatThrownBy(() -> ColumnValues.convert(AMOUNT, "7".repeat(60_000)))
            .isInstanceOf(QueryException.class).hasMessageContaining("60000 characters");
        assertThatThrownBy(() -> ColumnValues.convert(AMOUNT, "1E999999")).isInstanceOf(QueryException.class);
    }
}
