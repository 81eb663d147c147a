package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Outcome;
import io.baton.engine.procedure.AbortReason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients of a server see the SQLSTATE that the engine gives an outcome. */
@Timeout(10)
class EngineAnswersTest {

    private static void assertSameState(Outcome<?> outcome) {
        assertThat(EngineAnswers.of(outcome).reason().sqlState()).as("%s", outcome).isEqualTo(outcome.sqlState());
    }

    @Test
    void everyOutcomeHasOneState() {
        for (AbortReason reason : AbortReason.values()) {
            assertSameState(new Outcome.AbortedBySystem<>(reason, "why"));
            assertSameState(new Outcome.AbortedByProcedure<>(reason, "why", null));
        }
        assertSameState(new Outcome.Unknown<>("why"));
    }
}
