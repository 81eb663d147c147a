package io.baton.explore;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Steps known by heart. How a thread goes on depends on what its process remembers, where its threads stand, and what
 * the world answers in the course of the step, and on nothing else; so whatever has been seen once need not be executed
 * again. A step is a tree: it does the same until an answer is another. Not thread-safe.
 */
final class StepTable {

    private final Long2ObjectHashMap<Node> steps = new Long2ObjectHashMap<>();
    private int known;

    /** What comes next. */
    private sealed interface Node {
    }

    /** The step is over. */
    private record End(Stop stop, ProcessState.Memory memory) implements Node {
    }

    /** A contact, with what follows each answer. There are many of them, with few answers: no map would be as small. */
    private static final class Fork implements Node {

        private static final long[] NO_ANSWERS = {};
        private static final Node[] NOTHING = {};

        final Contact contact;
        /** In ascending order. */
        private long[] answers = NO_ANSWERS;
        private Node[] next = NOTHING;

        Fork(Contact contact) {
            this.contact = contact;
        }

        @Override
        public String toString() {
            return contact.toString();
        }

        @Nullable Node after(long answer) {
            final int at = Arrays.binarySearch(answers, answer);
            return at < 0 ? null : next[at];
        }

        void put(long answer, Node node) {
            final int at = -Arrays.binarySearch(answers, answer) - 1;
            final long[] moreAnswers = Arrays.copyOf(answers, answers.length + 1);
            final Node[] moreNext = Arrays.copyOf(next, next.length + 1);
            System.arraycopy(answers, at, moreAnswers, at + 1, answers.length - at);
            System.arraycopy(next, at, moreNext, at + 1, next.length - at);
            moreAnswers[at] = answer;
            moreNext[at] = node;
            answers = moreAnswers;
            next = moreNext;
        }
    }

    /**
     * Takes a step.
     *
     * @param key hash of what decides about it
     * @param thread whose step it is
     * @param world where, which changes, even if the step is not known to its end
     * @return whether it is known
     */
    boolean take(long key, int thread, World world) {
        Node node = steps.get(key);
        while (node instanceof Fork fork) {
            node = fork.after(fork.contact.with(world));
        }
        if (node instanceof End end) {
            world.stop(thread, end.stop, end.memory);
            return true;
        }
        return false;
    }

    /**
     * Learns a step.
     *
     * @param key hash of what decides about it
     * @param step what was seen
     * @throws IllegalStateException if another was seen: there is more that decides, and states are not told apart
     */
    void learn(long key, Step step) {
        Node node = steps.get(key);
        if (node == null) {
            node = node(step, 0);
            steps.put(key, node);
        }
        int at = 0;
        for (Step.Answered answered : step.contacts()) {
            if (!(node instanceof Fork fork) || fork.contact.digest() != answered.contact().digest()) {
                throw new IllegalStateException(
                    "equal states go on differently: " + node + " or " + answered.contact());
            }
            at++;
            node = fork.after(answered.answer());
            if (node == null) {
                node = node(step, at);
                fork.put(answered.answer(), node);
            }
        }
        if (!(node instanceof End end) || end.stop.digest() != step.end().digest()
            || end.memory.digest() != step.memory().digest()) {
            throw new IllegalStateException("equal states go on differently: " + node + " or " + step.end());
        }
    }

    private Node node(Step step, int at) {
        final boolean last = at == step.contacts().size();
        known += last ? 1 : 0;
        return last ? new End(step.end(), step.memory()) : new Fork(step.contacts().get(at).contact());
    }

    /** How many steps are known. */
    int size() {
        return known;
    }
}
