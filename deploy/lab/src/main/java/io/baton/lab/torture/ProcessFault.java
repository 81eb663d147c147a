package io.baton.lab.torture;

import io.baton.wire.CarrierKind;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * What goes wrong in a cycle.
 *
 * @param kind what
 * @param first the coordinator or lock server that it happens to
 * @param second another coordinator that it happens to as well, or the same
 * @param spared the lock server whose connection is not closed, or {@link #NONE}
 * @param beforeNanos how long after the beginning of the cycle
 * @param lastsNanos how long a process stands still
 */
record ProcessFault(Kind kind, int first, int second, int spared, long beforeNanos, long lastsNanos) {

    /** No lock server. */
    static final int NONE = -1;

    private static final int PERCENT = 100;
    private static final int BEFORE_MILLIS_MAX = 200;

    /** Kinds of faults, with how many of a hundred they are. */
    enum Kind {
        /** A coordinator is killed, and started again. */
        KILL(30, "kill"),
        /** A coordinator stands still for longer than its session. */
        STALL(15, "stop for longer than the session"),
        /** A coordinator stands still for less than its session. */
        PAUSE(15, "stop for less than the session"),
        /** The connections of a coordinator are closed. */
        CUT(12, "close the connections"),
        /** They are closed when a part of a frame has left. */
        TEAR(12, "close the connections within a frame"),
        /** A lock server is killed, and started again. */
        SERVER_KILL(10, "kill lock server"),
        /** A lock server stands still. */
        SERVER_PAUSE(6, "stop lock server");

        private final int percent;
        private final String text;

        Kind(int percent, String text) {
            this.percent = percent;
            this.text = text;
        }

        String text() {
            return text;
        }

        boolean isOfServer() {
            return this == SERVER_KILL || this == SERVER_PAUSE;
        }

        private static Kind draw(RandomGenerator random) {
            int left = random.nextInt(PERCENT);
            for (final Kind kind : values()) {
                left -= kind.percent;
                if (left < 0) {
                    return kind;
                }
            }
            return KILL;
        }
    }

    /** Draws one. In shared memory a frame is there as a whole or not at all. */
    static ProcessFault draw(RandomGenerator random, CarrierKind carrier) {
        final Kind drawn = Kind.draw(random);
        final Kind kind = drawn == Kind.TEAR && carrier == CarrierKind.SHM ? Kind.CUT : drawn;
        final int victims = switch (kind) {
            case SERVER_KILL, SERVER_PAUSE -> TortureLayout.SERVERS;
            default -> TortureLayout.COORDINATORS;
        };
        final int first = kind == Kind.CUT || kind == Kind.TEAR
            ? TortureLayout.COORDINATORS - 1 - random.nextInt(TortureProcesses.RELAYED) : random.nextInt(victims);
        final boolean both = !kind.isOfServer() && kind != Kind.CUT && kind != Kind.TEAR && random.nextInt(4) == 0;
        final int second = both ? random.nextInt(victims) : first;
        final long lasts = switch (kind) {
            case STALL -> Times.SESSION_NANOS + random.nextLong(Times.STALL_NANOS_MAX - Times.SESSION_NANOS);
            case PAUSE -> 1 + random.nextLong(Times.SESSION_NANOS * 2 / 3);
            case SERVER_PAUSE -> 1 + random.nextLong(Times.SERVER_STOP_NANOS_MAX);
            default -> 0;
        };
        final int spared = kind == Kind.CUT ? random.nextInt(TortureLayout.SERVERS + 1) - 1 : NONE;
        return new ProcessFault(kind, first, second, spared,
            TimeUnit.MILLISECONDS.toNanos(random.nextInt(BEFORE_MILLIS_MAX)), lasts);
    }

    /** Whether the connections to a lock server are closed. */
    boolean closes(int server) {
        return (kind == Kind.CUT || kind == Kind.TEAR) && server != spared;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s%s%s%s", kind.text, kind.isOfServer() ? "" : "of process ",
            first == second ? Integer.toString(first) : first + " and " + second,
            spared == NONE ? "" : ", but not to server " + spared,
            lastsNanos == 0 ? "" : ", " + TimeUnit.NANOSECONDS.toMillis(lastsNanos) + " ms");
    }
}
