package io.baton.engine.attack;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.transaction.Restart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The numbers of calls are unique in their engine, whatever becomes of the coordinators that make them. */
@Timeout(60)
class CallIdentityTest {

    private static final int ROUNDS = 20;

    @Test
    void numbersDoNotComeAgainWhenErrorsBreakCoordinators() {
        final List<Long> ids = new ArrayList<>();
        try (Engine engine = Parts.builder().open(); Session session = engine.session()) {
            final Procedure<Object> work = Parts.work(engine);
            final Work good = t -> ids.add(t.id());
            final Work bad = t -> {
                ids.add(t.id());
                throw new Error("planted");
            };
            for (int round = 0; round < ROUNDS; round++) {
                session.execute(work, good);
                session.execute(work, bad);
                engine.execute(work, bad);
                engine.execute(work, good);
            }
        }
        assertThat(ids).hasSize(4 * ROUNDS).doesNotHaveDuplicates().allMatch(id -> id > 0);
    }

    @Test
    void numberIsTheSameInAllAttemptsOfACall() {
        final Set<Long> ids = new HashSet<>();
        final List<Long> attempts = new ArrayList<>();
        try (Engine engine = Parts.builder().open()) {
            engine.call(Parts.work(engine), (Work) t -> {
                ids.add(t.id());
                attempts.add(t.id());
                if (attempts.size() < 3) {
                    throw new Restart();
                }
                return 0;
            });
        }
        assertThat(attempts).hasSize(3);
        assertThat(ids).hasSize(1);
    }
}
