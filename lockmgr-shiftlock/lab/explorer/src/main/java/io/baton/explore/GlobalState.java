package io.baton.explore;

import io.baton.explore.graph.Digests;
import io.baton.explore.scenario.Grain;
import io.baton.explore.scenario.JudgedState;
import io.baton.explore.scenario.Scenario;
import io.baton.explore.scenario.StateView;
import io.baton.explore.scenario.Wording;
import io.baton.fabric.Route;
import io.baton.fabric.SendStatus;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A state, without the objects of the code under test: memory, mailboxes, the gate, and before which step each thread
 * stands. It can be copied: what a state consists of is never changed, but replaced ({@code edit...}).
 */
final class GlobalState implements StateView {

    private static final PostedRequest[] NOTHING = {};

    /** What all states of an exploration have in common. */
    final Scenario scenario;
    private final Wording wording;
    private final Map<Long, Integer> routes;
    /** What people call endpoints. */
    final Map<Long, String> names;
    final boolean fine;
    final long[] words;
    ProcessState[] processes;
    ThreadState[] threads = {};
    EndpointState[] endpoints = {};
    /** The process of each doorbell, and whether it was rung. */
    int[] bellNodes = {};
    private long rung;
    /** Posted, and not waited for any more; in {@link PostedRequest#ORDER}. */
    PostedRequest[] orphans = NOTHING;
    int earlyLeft;
    int crashesLeft;
    int delaysLeft;
    private JudgedState observer;
    /** What came of the last request that took effect. */
    RequestAnswer answered = RequestAnswer.NONE;

    GlobalState(Scenario scenario, Bounds bounds) {
        this.scenario = scenario;
        this.wording = scenario.wording();
        this.routes = new HashMap<>();
        this.names = new HashMap<>();
        this.fine = scenario.grain() == Grain.FINE;
        this.words = new long[(int) (scenario.memoryBytes() / Long.BYTES)];
        this.processes = new ProcessState[scenario.processes() + 1];
        for (int i = 0; i < processes.length; i++) {
            processes[i] = new ProcessState(i + 1);
        }
        this.earlyLeft = bounds.earlyTimeouts();
        this.crashesLeft = bounds.crashes();
        this.delaysLeft = bounds.delays();
        this.observer = scenario.observer();
    }

    private GlobalState(GlobalState other) {
        scenario = other.scenario;
        wording = other.wording;
        routes = other.routes;
        names = other.names;
        fine = other.fine;
        words = other.words.clone();
        processes = other.processes.clone();
        threads = other.threads.clone();
        endpoints = other.endpoints.clone();
        bellNodes = other.bellNodes;
        rung = other.rung;
        orphans = other.orphans;
        earlyLeft = other.earlyLeft;
        crashesLeft = other.crashesLeft;
        delaysLeft = other.delaysLeft;
        observer = other.observer;
    }

    GlobalState copy() {
        return new GlobalState(this);
    }

    // What there is, only added to before the exploration begins

    int addThread(int node, String name, boolean helper) {
        final int index = threads.length;
        threads = Arrays.copyOf(threads, index + 1);
        threads[index] = new ThreadState(index, node, name, helper);
        return index;
    }

    int addEndpoint(int node) {
        final int index = endpoints.length;
        final int known = (int) Arrays.stream(endpoints).filter(endpoint -> endpoint.node == node).count();
        endpoints = Arrays.copyOf(endpoints, index + 1);
        endpoints[index] = new EndpointState(index, node, Route.of(node, known + 1), process(node).admission);
        routes.put(endpoints[index].route, index);
        return index;
    }

    int addDoorbell(int node) {
        final int index = bellNodes.length;
        if (index == Long.SIZE) {
            throw new IllegalStateException("more than " + Long.SIZE + " doorbells: take a smaller scenario");
        }
        bellNodes = Arrays.copyOf(bellNodes, index + 1);
        bellNodes[index] = node;
        return index;
    }

    /** What people call an endpoint. */
    String name(long route) {
        return names.getOrDefault(route, route == Route.NONE ? "-" : Route.toString(route));
    }

    // What changes

    ThreadState edit(ThreadState thread) {
        final ThreadState copy = thread.copy();
        threads[thread.index] = copy;
        return copy;
    }

    ProcessState editProcess(int node) {
        final ProcessState copy = process(node).copy();
        processes[node - 1] = copy;
        return copy;
    }

    EndpointState editEndpoint(int index) {
        final EndpointState copy = endpoints[index].copy();
        endpoints[index] = copy;
        return copy;
    }

    void change(JudgedState.Change change) {
        observer = observer.copy();
        change.apply(observer, this);
    }

    void ring(int bell) {
        if (bell != ThreadState.NONE) {
            rung |= 1L << bell;
        }
    }

    boolean isRung(int bell) {
        return (rung & 1L << bell) != 0;
    }

    void silence(int bell) {
        rung &= ~(1L << bell);
    }

    void addOrphan(PostedRequest request) {
        int at = 0;
        while (at < orphans.length && PostedRequest.ORDER.compare(orphans[at], request) <= 0) {
            at++;
        }
        final PostedRequest[] more = Arrays.copyOf(orphans, orphans.length + 1);
        System.arraycopy(orphans, at, more, at + 1, orphans.length - at);
        more[at] = request;
        orphans = more;
    }

    PostedRequest removeOrphan(int at) {
        final PostedRequest removed = orphans[at];
        final PostedRequest[] fewer = Arrays.copyOf(orphans, orphans.length - 1);
        System.arraycopy(orphans, at + 1, fewer, at, fewer.length - at);
        orphans = fewer;
        return removed;
    }

    /** A thread posts a request, and waits for what comes of it. */
    RequestAnswer post(PostedRequest request) {
        if (!fine || !request.isSend()) {
            return takeEffect(request);
        }
        final Integer receiver = routes.get(request.address);
        final boolean reaches = receiver != null && !endpoints[receiver].closed;
        if (reaches) {
            addOrphan(request);
        }
        answered = new RequestAnswer(0, 0, reaches ? SendStatus.SENT : SendStatus.NO_SUCH_PEER, false);
        return answered;
    }

    RequestAnswer takeEffect(PostedRequest request) {
        if (request.isSend()) {
            final Integer receiver = routes.get(request.address);
            if (receiver == null || endpoints[receiver].closed) {
                answered = new RequestAnswer(0, 0, SendStatus.NO_SUCH_PEER, false);
            } else {
                deliver(receiver, request.notice);
                answered = new RequestAnswer(0, 0, SendStatus.SENT, false);
            }
        } else if (admits(endpoints[request.endpoint])) {
            answered = request.execute(words);
        } else {
            answered = new RequestAnswer(0, 0, SendStatus.UNKNOWN, true);
        }
        return answered;
    }

    void deliver(int receiver, byte[] notice) {
        final EndpointState endpoint = endpoints[receiver];
        if (wording.role(new UnsafeBuffer(notice)) != Wording.Role.NUDGE
            || Arrays.stream(endpoint.mailbox).noneMatch(mail -> Arrays.equals(mail, notice))) {
            editEndpoint(receiver).add(notice);
        }
        ring(endpoint.listener);
    }

    void crash(int node) {
        editProcess(node).crashed = true;
        for (EndpointState endpoint : endpoints) {
            if (endpoint.node == node) {
                final EndpointState dead = editEndpoint(endpoint.index);
                dead.closed = true;
                dead.broken = false;
                dead.listener = ThreadState.NONE;
                dead.drop(dead.mailbox.length);
            }
        }
        change((written, view) -> written.crashed(node));
    }

    /** The end of a step. */
    void stop(int thread, NextStep stop, ProcessState.Memory memory) {
        final ThreadState state = edit(threads[thread]);
        state.stopAt(stop);
        editProcess(state.node).memory = memory;
    }

    // What is to be seen

    ProcessState process(int node) {
        return processes[node - 1];
    }

    boolean admits(EndpointState endpoint) {
        final ProcessState process = process(endpoint.node);
        return endpoint.admission == process.admission && !process.refused;
    }

    ThreadState server() {
        for (ThreadState thread : threads) {
            if (thread.node == processes.length) {
                return thread;
            }
        }
        throw new IllegalStateException("the system has not started a lock server");
    }

    @Override
    public int serverNode() {
        return processes.length;
    }

    @Override
    public boolean isCrashed(int node) {
        return process(node).crashed;
    }

    @Override
    public boolean isRefused(int node) {
        return process(node).refused;
    }

    @Override
    public boolean isLate(int node) {
        return process(node).late;
    }

    @Override
    public boolean hasOrphans() {
        return orphans.length > 0;
    }

    @Override
    public boolean isKept(int slot) {
        for (ProcessState process : processes) {
            if (!process.crashed && (process.memory.kept() & 1L << slot) != 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public long word(long address) {
        return words[(int) (address >>> 3)];
    }

    @Override
    public JudgedState observer() {
        return observer;
    }

    // Hashes

    private long farNanos() {
        return scenario.lapseNanos() / 32;
    }

    long digest() {
        long hash = Digests.mix(1, observer.digest());
        for (long word : words) {
            hash = Digests.mix(hash, word);
        }
        for (ProcessState process : processes) {
            hash = Digests.mix(hash, process.digest());
        }
        for (EndpointState endpoint : endpoints) {
            hash = Digests.mix(hash, endpoint.digest());
        }
        long heard = rung;
        for (int bell = 0; bell < bellNodes.length; bell++) {
            heard &= isCrashed(bellNodes[bell]) ? ~(1L << bell) : -1L;
        }
        hash = Digests.mix(hash, heard);
        for (ThreadState thread : threads) {
            hash = Digests.mix(hash, thread.crashed ? 0 : thread.digest(farNanos()));
        }
        for (PostedRequest orphan : orphans) {
            hash = Digests.mix(hash, orphan.digest());
        }
        return Digests.mix(Digests.mix(hash, earlyLeft), crashesLeft * 256L + delaysLeft);
    }

    /** Everything on which it depends how a process goes on, but for what it asks the global. */
    long digest(int node) {
        long hash = Digests.mix(node, process(node).memory.digest());
        for (ThreadState thread : threads) {
            if (thread.node == node) {
                hash = Digests.mix(hash, thread.digest(farNanos()));
            }
        }
        for (EndpointState endpoint : endpoints) {
            if (endpoint.node == node) {
                hash = Digests.mix(hash, endpoint.flags());
            }
        }
        return hash;
    }

    /** What is not the same in another state, for people. */
    String difference(GlobalState other) {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < threads.length; i++) {
            if (threads[i].digest(farNanos()) != other.threads[i].digest(farNanos())) {
                text.append(' ').append(threads[i].name).append(": ").append(threads[i].stop).append(" and ")
                    .append(other.threads[i].stop);
            }
        }
        for (int i = 0; i < processes.length; i++) {
            if (processes[i].digest() != other.processes[i].digest()) {
                text.append(" process ").append(i + 1).append(": ").append(processes[i].memory).append(" and ")
                    .append(other.processes[i].memory);
            }
        }
        for (int i = 0; i < endpoints.length; i++) {
            text.append(endpoints[i].digest() == other.endpoints[i].digest() ? "" : " endpoint " + i + ": "
                + notices(endpoints[i]) + " and " + notices(other.endpoints[i]));
        }
        return text.append(Arrays.equals(words, other.words) ? "" : " memory")
            .append(observer.digest() == other.observer.digest() ? "" : " observer").toString();
    }

    private String notices(EndpointState endpoint) {
        return Arrays.stream(endpoint.mailbox).map(notice -> wording.notice(new UnsafeBuffer(notice))).toList()
            + (endpoint.closed ? " closed" : "") + (endpoint.broken ? " broken" : "");
    }
}
