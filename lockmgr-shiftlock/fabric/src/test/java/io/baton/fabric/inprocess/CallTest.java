package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Call;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.VerbBatch;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Conditions and calls where the caller executes them itself. */
@Timeout(10)
class CallTest {

    private final InProcessFabric fabric = new InProcessFabric(64, new WaitPolicy(0, 0));
    private final Endpoint endpoint = fabric.connect();
    private final VerbBatch batch = new VerbBatch();
    private final UnsafeBuffer answer = new UnsafeBuffer(new byte[16]);

    @AfterEach
    void close() {
        fabric.close();
    }

    private static ExtFaa add(long address) {
        return new ExtFaa().at(address).addLow(1, 0);
    }

    @Test
    void verbsBehindAConditionThatDoesNotHoldAreSkipped() {
        batch.add(add(0)).stopUnless(1, 0).add(add(16)).stopUnless(3, 1).add(add(32));
        endpoint.execute(batch);
        assertThat(batch.executed(0)).isEqualTo(2);
        assertThat(batch.isExecuted(2)).isFalse();
        assertThat(endpoint.readWord(32)).isZero();
        endpoint.writeWord(0, 4);
        endpoint.execute(batch);
        assertThat(batch.executed(0)).as("with what was skipped before").isEqualTo(3);
        assertThat(endpoint.readWord(32)).isOne();
    }

    @Test
    void aConditionIsThatOfTheLastVerbAndOfNoOtherUseOfTheBatch() {
        assertThatThrownBy(() -> batch.stopUnless(1, 0)).isInstanceOf(IllegalStateException.class);
        batch.add(add(0)).stopUnless(1, 1);
        batch.clear();
        batch.add(add(0)).add(add(16));
        endpoint.execute(batch);
        assertThat(batch.executed(0)).isEqualTo(2);
    }

    @Test
    void aCallIsAnsweredByItsHandler() {
        fabric.register(9, (client, request, at, length, to, offset, max) -> {
            assertThat(client).isEqualTo(endpoint.route());
            to.putByte(offset, (byte) (request.getByte(at) + 1));
            return 1;
        });
        final Call call = new Call().to(0, 9).request(new UnsafeBuffer(new byte[] {7, 8}), 1, 1).answer(answer, 4, 1);
        endpoint.execute(batch.add(call));
        assertThat(call.result()).isOne();
        assertThat(answer.getByte(4)).isEqualTo((byte) 9);
        assertThat(answer.getByte(5)).isZero();
    }

    @Test
    void mistakesAreRefused() {
        fabric.register(9, (client, request, at, length, to, offset, max) -> max + 1);
        assertThatThrownBy(() -> fabric.register(9, (client, request, at, length, to, offset, max) -> 0))
            .isInstanceOf(IllegalStateException.class).hasMessageContaining("9");
        assertThatThrownBy(() -> fabric.register(256, (client, request, at, length, to, offset, max) -> 0))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("256");
        assertThatThrownBy(() -> new Call().to(0, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Call().answer(answer, 0, -1)).isInstanceOf(IllegalArgumentException.class);
        endpoint.writeWord(0, 5);
        batch.add(add(0)).add(new Call().to(0, 8));
        assertThatThrownBy(() -> endpoint.execute(batch)).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("handler 8");
        assertThat(endpoint.readWord(0)).as("before the first verb").isEqualTo(5);
        batch.clear();
        batch.add(new Call().to(0, 9).answer(answer, 0, 4));
        assertThatThrownBy(() -> endpoint.execute(batch)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("mend the handler");
    }
}
