package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The faults that a disk still has to expect. Not thread-safe. */
final class Faults {
    private final List<Armed> armed = new ArrayList<>();

    private static final class Armed {
        private final Fault fault;
        private int seen;

        Armed(Fault fault) {
            this.fault = fault;
        }

        /** Whether the operation that comes now fails by this fault. */
        boolean strikes(DiskOperationKind kind) {
            if (isOver()) {
                return fault.lasting();
            }
            boolean counts = fault.kind() == null ? kind.isInHistory() : fault.kind() == kind;
            if (counts) {
                seen++;
            }
            return counts && isOver();
        }

        boolean isOver() {
            return seen >= fault.number();
        }
    }

    void add(Fault fault) {
        armed.add(new Armed(fault));
    }

    void clear() {
        armed.clear();
    }

    /** Counts an operation; {@return the fault that it meets, or null} */
    @Nullable
    Fault next(DiskOperationKind kind) {
        Fault met = null;
        for (Armed one : armed) {
            boolean again = one.isOver();
            if (one.strikes(kind) && met == null) {
                Fault fault = one.fault;
                met = again ? new Fault(fault.kind(), fault.number(), fault.reason(), 0, true) : fault;
            }
        }
        return met;
    }
}
