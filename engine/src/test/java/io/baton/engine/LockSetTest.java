package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.transaction.CallControl;
import io.baton.engine.transaction.EngineState;
import io.baton.engine.transaction.LockSet;
import io.baton.engine.transaction.Restart;
import io.baton.lock.LockClient;
import io.baton.lock.NoLockTable;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

class LockSetTest {

    private static final int SLOTS = 10;

    @Test
    void endOfACallOrAttemptIsNotThatOfTheNext() {
        try (LockClient client = new NoLockTable(SLOTS).client()) {
            final LockSet locks =
                new LockSet(client, SLOTS, new CallControl(SystemNanoClock.INSTANCE, new EngineState(), SLOTS));
            locks.reason = new Restart();
            locks.begin();
            assertThat(locks.reason).isNull();
            locks.reason = new Restart();
            locks.beginAttempt();
            assertThat(locks.reason).isNull();
        }
    }
}
