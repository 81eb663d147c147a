package io.baton.explore;

import io.baton.explore.scenario.JudgedState;

/**
 * What a thread does to the global within a step, or learns from it. All that decides how the code goes on comes to it
 * this way, or is in the memory of its process.
 */
sealed interface Interaction {

    /**
     * Takes place.
     *
     * @param global the global, which changes
     * @return what the thread learns, hashed
     */
    long with(GlobalState global);

    /** Hash of what it is, so that it is seen if a thread does something else in a state that seems the same. */
    default long digest() {
        return hashCode();
    }

    /** A request takes effect that is part of the step. */
    record Post(PostedRequest request) implements Interaction {
        @Override
        public long with(GlobalState global) {
            return global.takeEffect(request).digest();
        }

        @Override
        public long digest() {
            return request.digest();
        }
    }

    /** It counts the notices in a mailbox. */
    record Count(int endpoint) implements Interaction {
        @Override
        public long with(GlobalState global) {
            return global.endpoints[endpoint].mailbox.length;
        }
    }

    /** It reads a notice. */
    record Read(int endpoint, int at) implements Interaction {
        @Override
        public long with(GlobalState global) {
            return PostedRequest.digest(1, global.endpoints[endpoint].mailbox[at]);
        }
    }

    /** It takes the oldest notices out of a mailbox. */
    record Drop(int endpoint, int count) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.editEndpoint(endpoint).drop(count);
            return 0;
        }
    }

    /** It rings a doorbell of its process. */
    record Ring(int bell) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.ring(bell);
            return 0;
        }
    }

    /** It looks whether a doorbell was rung, which is over with that. */
    record Hear(int bell) implements Interaction {
        @Override
        public long with(GlobalState global) {
            final boolean rung = global.isRung(bell);
            global.silence(bell);
            return rung ? 1 : 0;
        }
    }

    /** Notices at an endpoint shall ring a doorbell, or none. */
    record Listen(int endpoint, int bell) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.editEndpoint(endpoint).listener = bell;
            return 0;
        }
    }

    /** It closes an endpoint. */
    record Close(int endpoint) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.editEndpoint(endpoint).closed = true;
            return 0;
        }
    }

    /** An endpoint has lost its connection. */
    record Lose(int endpoint) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.editEndpoint(endpoint).broken = true;
            return 0;
        }
    }

    /** The lock server's gate shuts for a process, or opens. */
    record Gate(int node, boolean open) implements Interaction {
        @Override
        public long with(GlobalState global) {
            final ProcessState process = global.editProcess(node);
            process.admission += open || process.refused ? 0 : 1;
            process.refused = !open;
            return 0;
        }
    }

    /** A thread begins to exist. */
    record Start(int thread) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.edit(global.threads[thread]).stop = NextStep.START;
            return 0;
        }
    }

    /** A thread begins an operation that has a deadline, or ends it. */
    record Operate(int thread, long deadlineNanos) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.edit(global.threads[thread]).begin(deadlineNanos);
            return 0;
        }
    }

    /** It asks what the system wants to know. */
    record Ask(JudgedState.Question question) implements Interaction {
        @Override
        public long with(GlobalState global) {
            return question.test(global) ? 1 : 0;
        }

        @Override
        public long digest() {
            return 1;
        }
    }

    /** The system writes something on its observer. */
    record Note(JudgedState.Change change) implements Interaction {
        @Override
        public long with(GlobalState global) {
            global.change(change);
            return 0;
        }

        @Override
        public long digest() {
            return 2;
        }
    }
}
