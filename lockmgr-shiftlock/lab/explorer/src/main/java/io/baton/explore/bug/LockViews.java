package io.baton.explore.bug;

import io.baton.fabric.Endpoint;
import io.baton.fabric.WordPair;
import io.baton.lock.LockOutcome;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.agrona.collections.Long2LongHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What hooks see of the product: each interface is given to a class, whose members have the same names (see {@link
 * LockCode}).
 */
final class LockViews {

    private LockViews() {
    }

    /** A client's side of one lock. */
    interface Hold {
        int slot();

        long attempt();

        long relCnt();

        void relCnt(long value);

        int epoch();

        void epoch(int value);

        int consWrt();

        long successor();

        void successor(long route);

        long lookNanos();

        void lookNanos(long value);

        @Nullable
        Object freeze();

        Enum<?> state();

        void state(Object value);

        /** Whether its state has this name. */
        default boolean is(String name) {
            return state().name().equals(name);
        }

        /** Takes the state of this name. */
        default void become(String name) {
            state(Arrays.stream(state().getDeclaringClass().getEnumConstants())
                .filter(constant -> constant.toString().equals(name)).findFirst().orElseThrow());
        }
    }

    /** What a client's steps do to an entry. */
    interface Steps {
        Endpoint endpoint();

        WordPair entry();

        long self();
    }

    /** A client's protocol. */
    interface Protocol {
        Endpoint endpoint();

        WordPair entry();

        long self();

        ShiftLockOptions options();

        boolean tryEndTurn(Hold hold);

        void handOver(Hold hold);

        int flip(Hold hold);

        LockOutcome resume(Hold hold, long deadlineNanos);
    }

    /** The protocol where clients fail. */
    interface Recoverable {
        void ask(Hold hold, long answerTo);

        Long2LongHashMap successors();
    }

    /** A client where clients fail. */
    interface Client {
        void backOff(long nanos);

        boolean freeze(Hold hold, Freeze freeze);
    }

    /** The lock server's wish to reset a lock. */
    interface Freeze {
        void answered(Client client, boolean holds);
    }

    /** The lock server's side of it. */
    interface Round {
        IntArrayList asked();

        boolean awaits(int node);

        int slot();
    }

    /** What resets locks there. */
    interface Rounds {
        Endpoint endpoint();

        Sessions sessions();

        boolean reset(Round round);
    }

    /** Who has joined. */
    interface Sessions {
        boolean has(int node);
    }

    /** The lock server. */
    interface Server {
        void refuse(int node);
    }

    /** What gives notices to holds. */
    interface Inbox {
        Holds holds();

        Notice notice();
    }

    /** A client's holds. */
    interface Holds {
        @Nullable
        Hold get(int slot);
    }

    /** A notice. */
    interface Notice {
        int slot();

        Object compose(byte kind, int slot, long attempt, long relCnt);
    }
}
