package io.baton.engine.attack;

import static io.baton.engine.attack.Parts.AMOUNT;
import static io.baton.engine.attack.Parts.BY_GROUP;
import static io.baton.engine.attack.Parts.GROUP;
import static io.baton.engine.attack.Parts.PART;
import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Scan;
import io.baton.engine.Transaction;
import io.baton.engine.attack.Parts.Work;
import io.baton.engine.procedure.AbortReason;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An Error that comes out of an access ends the attempt, although the procedure catches it and returns. */
@Timeout(60)
class SwallowedErrorTest {

    /** Every access looks at the clock once in so many times. */
    private static final int ACCESSES_MAX = 1_000;

    private final AtomicBoolean armed = new AtomicBoolean();
    private final Engine engine = Parts.builder().clock(this::nanoTime).open();
    private final Procedure<Object> work = Parts.work(engine);

    private long nanoTime() {
        if (armed.getAndSet(false)) {
            throw new LinkageError("planted");
        }
        return SystemNanoClock.INSTANCE.nanoTime();
    }

    /** Everything that looks whether the attempt has ended. */
    enum Access {
        READ, FIND, EXISTS, UPDATE, FIND_FOR_UPDATE, INSERT, DELETE, SCAN, SCAN_NEXT, SCAN_UPDATE;

        void in(Transaction t, Scan atPart1, Scan many, int number) {
            switch (this) {
                case READ -> t.read(PART, 2);
                case FIND -> t.find(PART, 2);
                case EXISTS -> t.exists(PART, 2);
                case UPDATE -> t.update(PART, 2);
                case FIND_FOR_UPDATE -> t.findForUpdate(PART, 2);
                case INSERT -> t.insert(PART, 100L + number);
                case DELETE -> t.delete(PART, 1_000L + number);
                case SCAN -> t.scan(BY_GROUP);
                case SCAN_NEXT -> many.next();
                case SCAN_UPDATE -> atPart1.update();
            }
        }
    }

    @BeforeEach
    void fill() {
        Parts.fill(engine, work, 3);
        engine.call(work, (Work) t -> {
            for (int i = 0; i < ACCESSES_MAX; i++) {
                t.insert(PART, 1_000L + i).set(GROUP, 2);
            }
            return 0;
        });
    }

    @AfterEach
    void close() {
        engine.close();
    }

    @ParameterizedTest
    @EnumSource
    void errorThatIsSwallowedEndsTheAttempt(Access access) {
        final Outcome<Object> outcome = engine.execute(work, (Work) t -> {
            t.update(PART, 3).set(AMOUNT, 1);
            final Scan atPart1 = t.scan(BY_GROUP).equal(1).forUpdate();
            assertThat(atPart1.next()).isTrue();
            final Scan many = t.scan(BY_GROUP).equal(2);
            armed.set(true);
            for (int number = 0; number < ACCESSES_MAX; number++) {
                try {
                    access.in(t, atPart1, many, number);
                } catch (LinkageError e) {
                    return "swallowed";
                }
            }
            return "never met";
        });
        assertThat(Parts.reason(outcome)).isEqualTo(AbortReason.FAILED);
        assertThat(engine.call(work, (Work) t -> t.read(PART, 3).get(AMOUNT))).isEqualTo(100L);
        assertThat(engine.rows(PART)).isEqualTo(3L + ACCESSES_MAX);
    }
}
