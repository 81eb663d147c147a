package io.baton.tpcc.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Last names are put together from syllables (clause 4.3.2.3). */
@Timeout(30)
final class LastNamesTest {

    @Test
    void lastNamesArePutTogether() {
        final LastNames names = new LastNames();
        assertThat(names.get(0)).isEqualTo("BARBARBAR");
        assertThat(names.get(371)).isEqualTo("PRICALLYOUGHT");
        assertThat(names.get(999)).isEqualTo("EINGEINGEING");
    }
}
