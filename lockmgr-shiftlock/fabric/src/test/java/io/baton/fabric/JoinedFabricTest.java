package io.baton.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several servers look like one. */
@Timeout(10)
class JoinedFabricTest {

    private final InProcessFabric first = new InProcessFabric(64, new WaitPolicy(0, 0));
    private final JoinedFabric joined = new JoinedFabric(first, 3, 48);
    private final Endpoint endpoint = joined.connect();

    @AfterEach
    void close() {
        joined.close();
    }

    @Test
    void addressesAreToldApart() {
        assertThat(joined.memoryBytes()).isEqualTo(144);
        assertThat(joined.server(0)).isZero();
        assertThat(joined.server(47)).isZero();
        assertThat(joined.server(48)).isOne();
        assertThat(joined.apart(96 + 8)).isEqualTo(Address.of(2, 8));
        assertThat(joined.apart(47)).isEqualTo(47);
        for (final long address : new long[] {144, -8, Long.MAX_VALUE}) {
            assertThatThrownBy(() -> endpoint.readWord(address)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("below 144");
        }
    }

    @Test
    void verbsHaveTheirAddressesAgainAfterwards() {
        final ExtFaa here = new ExtFaa().at(32).addLow(1, 0);
        final ExtFaa there = new ExtFaa().at(48).addLow(1, 0);
        final VerbBatch batch = new VerbBatch().add(here);
        endpoint.execute(batch);
        assertThat(here.address()).isEqualTo(32);
        assertThat(endpoint.readWord(32)).isOne();
        // The fabric below has one server only.
        batch.add(there);
        assertThatThrownBy(() -> endpoint.execute(batch)).isInstanceOf(IllegalArgumentException.class);
        assertThat(there.address()).isEqualTo(48);
        assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(there)))
            .isInstanceOf(IllegalArgumentException.class);
        assertThat(there.address()).isEqualTo(48);
    }

    @Test
    void whatCannotBeJoinedIsRefused() {
        assertThatThrownBy(() -> new JoinedFabric(first, 0, 48)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new JoinedFabric(first, 2, 40)).isInstanceOf(IllegalArgumentException.class);
    }
}
