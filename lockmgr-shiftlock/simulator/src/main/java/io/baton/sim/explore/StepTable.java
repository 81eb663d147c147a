package io.baton.sim.explore;

import java.util.List;
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

    /** What comes next: a contact, with what follows each answer; or the end. */
    private static final class Node {

        final @Nullable Contact contact;
        final Long2ObjectHashMap<Node> next;
        final @Nullable Step end;

        Node(@Nullable Contact contact, @Nullable Step end) {
            this.contact = contact;
            this.end = end;
            this.next = contact == null ? new Long2ObjectHashMap<>(0, 0.6f) : new Long2ObjectHashMap<>(2, 0.6f);
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
        while (node != null) {
            if (node.end != null) {
                world.stop(thread, node.end.end(), node.end.memory());
                return true;
            }
            node = node.contact == null ? null : node.next.get(node.contact.with(world));
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
        final List<Step.Answered> contacts = step.contacts();
        Node node = steps.get(key);
        if (node == null) {
            node = node(step, 0);
            steps.put(key, node);
        }
        for (int i = 0; i < contacts.size(); i++) {
            final Contact contact = contacts.get(i).contact();
            if (node.contact == null || node.contact.digest() != contact.digest()) {
                throw new IllegalStateException("equal states go on differently: " + node.contact + " or " + contact);
            }
            Node next = node.next.get(contacts.get(i).answer());
            if (next == null) {
                next = node(step, i + 1);
                node.next.put(contacts.get(i).answer(), next);
            }
            node = next;
        }
        if (node.end == null || node.end.end().digest() != step.end().digest()
            || node.end.memory().digest() != step.memory().digest()) {
            throw new IllegalStateException("equal states go on differently: " + node.end + " or " + step.end());
        }
    }

    private Node node(Step step, int at) {
        final boolean last = at == step.contacts().size();
        known += last ? 1 : 0;
        return last ? new Node(null, new Step(List.of(), step.end(), step.memory()))
            : new Node(step.contacts().get(at).contact(), null);
    }

    /** How many steps are known. */
    int size() {
        return known;
    }
}
