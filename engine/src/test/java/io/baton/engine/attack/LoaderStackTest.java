package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.BY_NAME;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.NAME;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Loader;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.attack.Parts.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A loader at the end of its thread's stack adds a row to the table and all its indexes, or to none. */
@Timeout(60)
class LoaderStackTest {

    private static final int ROUNDS = 12;
    private static final long STACK_BYTES = 256 * 1024;
    /** Each round has a stack of another size, so that it ends at another place. */
    private static final long STACK_STEP_BYTES = 1_040;
    /** Each round's rows, of which the first makes room for the others. */
    private static final int ROUND_ROWS = 50;

    private final Engine engine = Parts.builder().open();
    private final List<Long> loaded = new ArrayList<>();
    private long tried;
    private int overflows;

    @SuppressWarnings("InfiniteRecursion") // It ends with the stack.
    private void dive(Loader loader, long rowsMax) {
        try {
            dive(loader, rowsMax);
        } catch (StackOverflowError end) {
            overflows++;
        }
        if (loaded.size() < rowsMax) {
            try {
                load(loader);
            } catch (StackOverflowError expected) {
                overflows++;
            }
        }
    }

    private void load(Loader loader) {
        final long id = ++tried;
        loader.insert(loader.row(PART, id).set(GROUP, 1).set(NAME, "x" + id % 3));
        loaded.add(id);
    }

    @Test
    @Tag("thorough")
    void insertsAtTheEndOfTheStackAddWholeRowsOrNothing() throws InterruptedException {
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int round = 0; round < ROUNDS; round++) {
            final long rowsMax = (round + 1L) * ROUND_ROWS;
            final Thread thread =
                Thread.ofPlatform().stackSize(STACK_BYTES + (long) round * STACK_STEP_BYTES).unstarted(() -> {
                    try (Loader loader = engine.loader()) {
                        load(loader);
                        dive(loader, rowsMax);
                    } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                    }
                });
            thread.start();
            assertThat(thread.join(Duration.ofSeconds(30))).isTrue();
            assertThat(failure.get()).isNull();
        }
        assertThat(overflows).isGreaterThan(ROUNDS);
        assertThat(engine.rows(PART)).isEqualTo(loaded.size());
        final Procedure<Object> work = Parts.work(engine);
        assertThat(engine.call(work, (Work) t -> {
            long found = 0;
            for (long id = 1; id <= tried; id++) {
                found += t.exists(PART, id) ? 1 : 0;
            }
            return found == loaded.size() ? Parts.group(t, 1).size() : -1;
        })).isEqualTo(loaded.size());
        assertThat(engine.call(work, (Work) t -> {
            int named = 0;
            for (int i = 0; i < 3; i++) {
                final Scan scan = t.scan(BY_NAME).equal("x" + i);
                while (scan.next()) {
                    named++;
                }
            }
            return named;
        })).isEqualTo(loaded.size());
        engine.close();
    }
}
