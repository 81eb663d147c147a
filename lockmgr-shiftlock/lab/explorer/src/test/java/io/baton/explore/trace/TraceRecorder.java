package io.baton.explore.trace;

import io.baton.fabric.Route;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.entry.RecoveryVerdict;
import io.baton.lock.shiftlock.HoldState;
import io.baton.lock.shiftlock.LockInspector;
import io.baton.sim.model.VerbWitness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what happens to the lock of slot 0 and to its clients, in the order in which it takes effect. A verb is
 * noted when the lock server executes it; what its client makes of it is added when the client does the next thing.
 */
final class TraceRecorder implements VerbWitness {

    /** Numbers that are larger are mistakes; TLC has 32 bits. */
    private static final long LARGE = 1_000_000_000;

    private final List<TraceStep> steps = new ArrayList<>();
    private final Map<Long, TracedEndpoint> endpoints = new HashMap<>();
    /** By node: the clients whose process has a session. */
    private final Map<Integer, List<TracedClient>> joined = new HashMap<>();
    private final Set<TraceStep.Notice> heard = new HashSet<>();
    /** Clients that stand still, but whose process has not consented: some of them go on instead. */
    private final Set<TraceStep> unanswered = Collections.newSetFromMap(new IdentityHashMap<>());
    private final LockNotice notice = new LockNotice();
    private final RecoveryNotice recovery = new RecoveryNotice();
    private TraceStep.Entry entry = TraceStep.Entry.FREE;
    private long round;
    private boolean isRoundOn;

    /** The steps in order; READs that have changed nothing are left out, and freezes that came to nothing. */
    List<TraceStep> trace() {
        return steps.stream().filter(step -> step.verb != TraceVerb.READS || step.after != null)
            .filter(step -> !unanswered.contains(step)).toList();
    }

    TracedEndpoint endpoint(long route) {
        return Objects.requireNonNull(endpoints.get(route));
    }

    void connected(TracedEndpoint endpoint) {
        endpoints.put(endpoint.route(), endpoint);
    }

    @Nullable
    TracedClient clientAt(long route) {
        final TracedEndpoint endpoint = endpoints.get(route);
        return endpoint == null ? null : endpoint.client();
    }

    static int small(long number) {
        return (int) Math.min(number, LARGE);
    }

    private TraceStep add(TraceVerb verb, int client) {
        final TraceStep step = new TraceStep(verb, client, entry);
        steps.add(step);
        return step;
    }

    // Verbs

    @Override
    public void executed(long route, long address, long oldLow, long oldHigh, long newLow, long newHigh) {
        final TracedEndpoint endpoint = Objects.requireNonNull(endpoints.get(route));
        final TracedClient client = endpoint.client();
        if (address >= LockEntry.BYTES) {
            if (client != null && endpoint.posted() == TraceVerb.WORKS) {
                add(TraceVerb.WORKS, client.number());
            }
        } else if (client != null) {
            executed(endpoint.posted(), client, newLow, newHigh);
        } else if (endpoint.posted() == TraceVerb.RESETS && (oldLow != newLow || oldHigh != newHigh)) {
            if (!isRoundOn) {
                add(TraceVerb.BEGINS_ROUND, 0);
            }
            entry = decode(newLow, newHigh, entry.tail());
            add(TraceVerb.RESETS, 0);
            isRoundOn = false;
        }
    }

    private void executed(TraceVerb verb, TracedClient client, long newLow, long newHigh) {
        entry = decode(newLow, newHigh, verb == TraceVerb.ENQUEUES ? client.number() : entry.tail());
        final TraceStep step = add(verb, client.number());
        if (verb == TraceVerb.ENTERS || verb == TraceVerb.ENQUEUES) {
            client.identity.begun++;
        }
        client.open = step;
    }

    private static TraceStep.Entry decode(long low, long high, int tail) {
        return new TraceStep.Entry(LockEntry.epoch(low), LockEntry.readers(low), LockEntry.hasTail(low) ? tail : 0,
            LockEntry.generation(high), small(LockEntry.releases(high)));
    }

    // Clients

    /** Called when a client is about to do something: what has become of what it did before? */
    void sync(TracedEndpoint endpoint) {
        final TracedClient client = endpoint.client();
        if (client != null && endpoint.isLocks()) {
            sync(client);
        }
    }

    void sync(TracedClient client) {
        final TraceStep.View now = client.view(this);
        final boolean changed = !now.equals(client.noted);
        if (client.isGone || (client.hasLostSession() && now.equals(TraceStep.View.IDLE))) {
            forget(client);
            return;
        }
        final TraceStep open = client.open;
        if (open != null) {
            client.open = null;
            if (changed || open.verb != TraceVerb.READS) {
                open.after = now;
            } else {
                steps.remove(open);
            }
        } else if (changed) {
            add(TraceVerb.CHANGES, client.number()).after = now;
        }
        client.noted = now;
        if (changed && (now.state() == HoldState.HOLDS_EXCLUSIVE || now.state() == HoldState.HOLDS_SHARED)) {
            goesOn(client);
        }
        final LockInspector.Memory memory = client.memory();
        if (memory != null && memory.round() != 0 && memory.state() != HoldState.HOLDS_SHARED
            && memory.state() != HoldState.HOLDS_EXCLUSIVE && freezes(client, memory.round())) {
            unanswered.add(Objects.requireNonNull(client.freezing));
        }
    }

    private void forget(TracedClient client) {
        client.isGone = true;
        if (client.open != null && client.open.verb == TraceVerb.READS) {
            steps.remove(client.open);
        }
        client.open = null;
    }

    void receives(TracedEndpoint endpoint, DirectBuffer buffer, int offset) {
        final TracedClient client = endpoint.client();
        if (client == null || !endpoint.isLocks() || client.isGone || RecoveryNotice.isOne(buffer, offset)
            || notice.wrap(buffer, offset).kind() == LockNotice.NUDGE) {
            return;
        }
        final TraceStep.Notice received = notice(client);
        final TraceStep step = add(heard.add(received) ? TraceVerb.HEARS : TraceVerb.HEARS_AGAIN, client.number());
        step.notice = received;
        step.after = client.view(this);
        client.noted = step.after;
    }

    void sends(TracedEndpoint endpoint, long to, DirectBuffer buffer, int offset) {
        if (RecoveryNotice.isOne(buffer, offset)) {
            recovers(endpoint, recovery.wrap(buffer, offset));
            return;
        }
        final TracedClient client = endpoint.client();
        final TracedClient receiver = clientAt(to);
        if (client == null || receiver == null || !endpoint.isLocks()) {
            return;
        }
        final byte kind = notice.wrap(buffer, offset).kind();
        if (kind == LockNotice.NUDGE) {
            return;
        }
        if (kind == LockNotice.SUCCESSOR) {
            final TraceStep enqueued = client.open;
            sync(client);
            if (enqueued != null) {
                enqueued.notice = notice(receiver);
            }
        } else if (!client.handedOver) {
            turns(client, receiver);
        }
    }

    /** The client has passed the lock on: that is the verb before it, if there was one for it. */
    private void turns(TracedClient client, TracedClient receiver) {
        TraceStep step = client.open;
        if (step == null || (step.verb != TraceVerb.FLIPS && step.verb != TraceVerb.COUNTS)) {
            sync(client);
            step = add(TraceVerb.HANDS_OVER, client.number());
        }
        step.notice = notice(receiver);
        step.after = TraceStep.View.IDLE;
        client.open = null;
        client.noted = TraceStep.View.IDLE;
        client.handedOver = true;
    }

    private TraceStep.Notice notice(TracedClient to) {
        final int generation = LockEntry.generation(notice.relCnt());
        if (notice.kind() == LockNotice.SUCCESSOR) {
            final TracedClient from = clientAt(notice.route());
            return new TraceStep.Notice("SUCCESSOR", to.number(), from == null ? 0 : from.attempt(notice.attempt()),
                generation, 0, 0, 0, from == null ? 0 : from.number());
        }
        final boolean handover = notice.kind() == LockNotice.HANDOVER;
        return new TraceStep.Notice(handover ? "HANDOVER" : "MODE_CHANGED", to.number(), to.attempt(notice.attempt()),
            generation, small(LockEntry.releases(notice.relCnt())), notice.epoch(), handover ? notice.consWrt() : 1, 0);
    }

    // Sessions and resets

    private void recovers(TracedEndpoint endpoint, RecoveryNotice sent) {
        final TracedClient client = endpoint.client();
        if (client != null) {
            answers(endpoint, client, sent);
        } else if (sent.kind() == RecoveryNotice.FREEZE && sent.number() != round) {
            thaws();
            round = sent.number();
            isRoundOn = true;
            add(TraceVerb.BEGINS_ROUND, 0);
        } else if ((sent.kind() == RecoveryNotice.THAW && sent.number() == round) || endsWithoutReset(sent)) {
            thaws();
        }
    }

    /** The asking client is told even if no client is left that would have to go on. */
    private static boolean endsWithoutReset(RecoveryNotice sent) {
        return sent.kind() == RecoveryNotice.VERDICT && sent.verdict() != RecoveryVerdict.RESET;
    }

    /** A process consents for all its clients, or for none: then those that have stood still go on. */
    private void answers(TracedEndpoint agent, TracedClient client, RecoveryNotice sent) {
        final long number = sent.number();
        final List<TracedClient> process = joined.getOrDefault(Route.node(agent.route()), List.of());
        if (!process.contains(client)) {
            return;
        }
        for (TracedClient each : process) {
            if (sent.kind() == RecoveryNotice.FROZEN) {
                freezes(each, number);
                unanswered.remove(each.freezing);
            } else if (sent.kind() == RecoveryNotice.HELD && each.frozenIn == number) {
                each.frozenIn = -1;
                steps.remove(each.freezing);
            }
        }
    }

    private void thaws() {
        if (isRoundOn) {
            add(TraceVerb.THAWS, 0);
            isRoundOn = false;
        }
    }

    /**
     * A client that has got the lock did not stand still for long: its process has not consented, and when it is asked
     * again, that is another matter.
     */
    private void goesOn(TracedClient client) {
        if (client.freezing != null && unanswered.remove(client.freezing)) {
            steps.remove(client.freezing);
            client.frozenIn = -1;
        }
    }

    /** What the fenced answer, who do not know it, is not asked for. Returns whether it stands still from now on. */
    private boolean freezes(TracedClient client, long number) {
        final boolean hasSession = joined.values().stream().anyMatch(process -> process.contains(client));
        if (!isRoundOn || number != round || client.frozenIn == number || !hasSession) {
            return false;
        }
        client.frozenIn = number;
        client.freezing = add(TraceVerb.FREEZES, client.number());
        return true;
    }

    /** A round that is on goes on, and the newcomers are asked, too. */
    void joins(int node, List<TracedClient> clients) {
        joined.put(node, clients);
        clients.forEach(client -> add(TraceVerb.JOINS, client.number()));
    }

    void fences(int node) {
        final List<TracedClient> fenced = Objects.requireNonNull(joined.remove(node));
        for (TracedClient client : fenced) {
            if (client.isCrashed) {
                add(TraceVerb.CRASHES, client.number());
            }
            add(TraceVerb.FENCES, client.number());
        }
    }
}
