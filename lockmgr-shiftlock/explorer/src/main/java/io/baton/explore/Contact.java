package io.baton.explore;

/**
 * What a thread does to the world within a step, or learns from it. All that decides how the code goes on comes to it
 * this way, or is in the memory of its process.
 */
sealed interface Contact {

    /**
     * Takes place.
     *
     * @param world the world, which changes
     * @return what the thread learns, hashed
     */
    long with(World world);

    /** Hash of what it is, so that it is seen if a thread does something else in a state that seems the same. */
    default long digest() {
        return hashCode();
    }

    /** A request takes effect that is part of the step. */
    record Post(Request request) implements Contact {
        @Override
        public long with(World world) {
            return world.takeEffect(request).digest();
        }

        @Override
        public long digest() {
            return request.digest();
        }
    }

    /** It counts the notices in a mailbox. */
    record Count(int endpoint) implements Contact {
        @Override
        public long with(World world) {
            return world.endpoints[endpoint].mailbox.length;
        }
    }

    /** It reads a notice. */
    record Read(int endpoint, int at) implements Contact {
        @Override
        public long with(World world) {
            return Request.digest(1, world.endpoints[endpoint].mailbox[at]);
        }
    }

    /** It takes the oldest notices out of a mailbox. */
    record Drop(int endpoint, int count) implements Contact {
        @Override
        public long with(World world) {
            world.editEndpoint(endpoint).drop(count);
            return 0;
        }
    }

    /** It rings a doorbell of its process. */
    record Ring(int bell) implements Contact {
        @Override
        public long with(World world) {
            world.ring(bell);
            return 0;
        }
    }

    /** It looks whether a doorbell was rung, which is over with that. */
    record Hear(int bell) implements Contact {
        @Override
        public long with(World world) {
            final boolean rung = world.isRung(bell);
            world.silence(bell);
            return rung ? 1 : 0;
        }
    }

    /** Notices at an endpoint shall ring a doorbell, or none. */
    record Listen(int endpoint, int bell) implements Contact {
        @Override
        public long with(World world) {
            world.editEndpoint(endpoint).listener = bell;
            return 0;
        }
    }

    /** It closes an endpoint. */
    record Close(int endpoint) implements Contact {
        @Override
        public long with(World world) {
            world.editEndpoint(endpoint).closed = true;
            return 0;
        }
    }

    /** An endpoint has lost its connection. */
    record Lose(int endpoint) implements Contact {
        @Override
        public long with(World world) {
            world.editEndpoint(endpoint).broken = true;
            return 0;
        }
    }

    /** The lock server's gate shuts for a process, or opens. */
    record Gate(int node, boolean open) implements Contact {
        @Override
        public long with(World world) {
            final ProcessState process = world.editProcess(node);
            process.admission += open || process.refused ? 0 : 1;
            process.refused = !open;
            return 0;
        }
    }

    /** It asks what the play wants to know. */
    record Ask(Board.Question question) implements Contact {
        @Override
        public long with(World world) {
            return question.test(world) ? 1 : 0;
        }

        @Override
        public long digest() {
            return 1;
        }
    }

    /** The play writes something on its board. */
    record Note(Board.Change change) implements Contact {
        @Override
        public long with(World world) {
            world.change(change);
            return 0;
        }

        @Override
        public long digest() {
            return 2;
        }
    }
}
