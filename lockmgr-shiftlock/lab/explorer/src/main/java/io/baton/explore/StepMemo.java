package io.baton.explore;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Memoized steps. How a thread goes on depends on what its process remembers, where its threads stand, and what it
 * learns from the state in the course of the step, and on nothing else; so what has been seen once need not be executed
 * again. A step is a tree: it does the same until an answer is another. Not thread-safe.
 */
final class StepMemo {

    private final Long2ObjectHashMap<Node> steps = new Long2ObjectHashMap<>();
    private int known;

    /** What comes next. */
    private sealed interface Node {
    }

    /** The step is over. */
    private record End(NextStep stop, ProcessState.Memory memory) implements Node {
    }

    /** An interaction, with what follows each answer. There are many, with few answers each: no map is as small. */
    private static final class Fork implements Node {

        private static final long[] NO_ANSWERS = {};
        private static final Node[] NOTHING = {};

        final Interaction interaction;
        /** In ascending order. */
        private long[] answers = NO_ANSWERS;
        private Node[] next = NOTHING;

        Fork(Interaction interaction) {
            this.interaction = interaction;
        }

        @Override
        public String toString() {
            return interaction.toString();
        }

        @Nullable
        Node after(long answer) {
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
     * @param global where, which changes, even if the step is not known to its end
     * @return whether it is known
     */
    boolean take(long key, int thread, GlobalState global) {
        Node node = steps.get(key);
        while (node instanceof Fork fork) {
            node = fork.after(fork.interaction.with(global));
        }
        if (node instanceof End end) {
            global.stop(thread, end.stop, end.memory);
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
        for (Step.Answered answered : step.interactions()) {
            if (!(node instanceof Fork fork) || fork.interaction.digest() != answered.interaction().digest()) {
                throw new IllegalStateException(
                    "equal states go on differently: " + node + " or " + answered.interaction());
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
        final boolean last = at == step.interactions().size();
        known += last ? 1 : 0;
        return last ? new End(step.end(), step.memory()) : new Fork(step.interactions().get(at).interaction());
    }

    /** How many steps are known. */
    int size() {
        return known;
    }
}
