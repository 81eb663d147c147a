package io.baton.trial;

import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.model.FaultKind;
import java.util.List;

/** How often each kind of fault has met each state of the protocol. */
@SuppressWarnings("EnumOrdinal") // Two small enums index a table.
final class Coverage {

    private static final int STATES = HoldState.values().length;

    private final long[][] counts = new long[FaultKind.values().length][2 * STATES];

    void onFault(FaultKind kind, List<LockInspector.Position> positions) {
        if (positions.isEmpty()) {
            counts[kind.ordinal()][HoldState.IDLE.ordinal()]++;
        }
        for (LockInspector.Position position : positions) {
            counts[kind.ordinal()][position.state().ordinal() + (position.frozen() ? STATES : 0)]++;
        }
    }

    void add(Coverage other) {
        for (int i = 0; i < counts.length; i++) {
            for (int j = 0; j < 2 * STATES; j++) {
                counts[i][j] += other.counts[i][j];
            }
        }
    }

    long count(FaultKind kind, HoldState state, boolean frozen) {
        return counts[kind.ordinal()][state.ordinal() + (frozen ? STATES : 0)];
    }
}
