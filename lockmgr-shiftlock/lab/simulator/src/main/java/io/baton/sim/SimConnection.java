package io.baton.sim;

import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Route;
import io.baton.sim.model.Adapter;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection to a lock server, and the verbs that it has posted. Reliable: what goes one way keeps its
 * order, and if something gets lost for good, the connection breaks; then no verb of it returns any more, although
 * those that are under way may still take effect. As an event it is the moment at which an adapter gives up.
 */
final class SimConnection implements Event {

    private static final long NOT_YET = Long.MAX_VALUE;

    private final SimNode node;
    private final Scheduler scheduler;
    private final ClusterModel model;
    private final SimServer server;
    private final Adapter adapter;
    private final Wire wire;
    private final long route;
    private final int incarnation;
    private final int admission;
    private final List<PostedVerb> verbs = new ArrayList<>();
    /** Who waits for the posted verbs, since when, and how many have no answer yet. */
    private SimThread poster;
    private long wait;
    private long posted;
    private long posts;
    private int unanswered;
    private boolean awaited;
    /** When the poster may go on. */
    private long readyAt = NOT_YET;
    /** Before which times requests do not arrive, and answers neither, since others before them are late. */
    private long requestsNotBefore;
    private long answersNotBefore;
    private boolean requestLost;
    /** Why no verb comes back any more, or null if verbs do. */
    private @Nullable String broken;

    SimConnection(SimFabric fabric, SimServer server, long route) {
        this.node = fabric.node();
        this.scheduler = fabric.scheduler();
        this.model = fabric.model();
        this.server = server;
        this.adapter = fabric.adapter();
        this.wire = fabric.wire();
        this.route = route;
        this.incarnation = node.incarnation();
        this.admission = server.gate().admissionOfNew(node.id());
        this.poster = scheduler.nobody();
        verbs.add(new PostedVerb(this));
    }

    long route() {
        return route;
    }

    /** A verb to fill in; there are those that were asked for before, and one more. */
    PostedVerb verb(int index) {
        if (index == verbs.size()) {
            verbs.add(new PostedVerb(this));
        }
        return verbs.get(index);
    }

    /** Whether its process has crashed. */
    boolean isDead() {
        return incarnation != node.incarnation();
    }

    /** Posts the first verbs, and waits for the last answer. */
    void post(int count) {
        checkWhole();
        leave(count);
        awaitAnswers();
    }

    /** Posts the first verbs; the connection must be whole. */
    void leave(int count) {
        poster = scheduler.current();
        posts++;
        unanswered = count;
        readyAt = NOT_YET;
        posted = scheduler.now() + node.processors().nanos(poster, model.postNanos());
        for (int i = 0; i < count; i++) {
            final long sent = adapter.send(posted, route) + crossingNanos();
            final long late = requestLost ? Wire.LOST : wire.requestLate(route, server.node().id(), sent);
            if (late == Wire.LOST) {
                requestLost = true;
                giveUpAt(posted + model.lossTimeoutNanos());
            } else {
                arriveAt(verbs.get(i), sent + model.oneWayNanos() + late, late > 0);
            }
        }
    }

    /** Waits for the last answer to what was posted, or for the end of the connection. */
    void awaitAnswers() {
        wait = poster.beginWait(WaitKind.VERB, verbs.getFirst().address());
        awaited = true;
        if (readyAt != NOT_YET) {
            scheduler.schedule(readyAt, poster, wait);
        }
        scheduler.await(poster);
        awaited = false;
        if (broken != null) {
            throw new ConnectionLostException(broken);
        }
    }

    /** The poster may go on at a time; it may still be waiting for another server. */
    private void ready(long time) {
        readyAt = time;
        if (awaited) {
            scheduler.schedule(time, poster, wait);
        }
    }

    void checkWhole() {
        if (broken != null) {
            throw new ConnectionLostException(broken);
        }
        if (isDead()) {
            throw new ConnectionLostException("client " + Route.toString(route) + " died with its node");
        }
    }

    private void arriveAt(PostedVerb verb, long time, boolean late) {
        final long arrives = Math.max(time, requestsNotBefore);
        if (late) {
            requestsNotBefore = arrives;
            giveUpIfLate(arrives);
        }
        verb.onItsWay();
        scheduler.schedule(arrives, verb, PostedVerb.ARRIVES);
    }

    /** Called when a verb arrives at the server. */
    void verbArrived(PostedVerb verb) {
        if (server.isDown()) {
            giveUpAt(posted + model.lossTimeoutNanos());
            return;
        }
        final long leaves;
        if (admission == server.gate().admission(node.id())) {
            leaves = server.serve(verb);
        } else {
            verb.refuse();
            leaves = scheduler.now();
        }
        verb.answerLeaves(scheduler.now(), leaves);
        if (isDead()) {
            return;
        }
        final long late = wire.answerLate(route, server.node().id(), leaves);
        if (late == Wire.LOST) {
            giveUpAt(posted + model.lossTimeoutNanos());
            return;
        }
        final long arrives = Math.max(leaves + model.oneWayNanos() + late, answersNotBefore);
        if (late > 0) {
            answersNotBefore = arrives;
            giveUpIfLate(arrives);
        }
        scheduler.schedule(arrives, verb, PostedVerb.ANSWERED);
    }

    /** Called when an answer arrives at the client's node. */
    void verbAnswered(PostedVerb verb) {
        if (server.diedBefore(verb)) {
            giveUpAt(posted + model.lossTimeoutNanos());
            return;
        }
        if (broken != null || isDead()) {
            return;
        }
        final long received = adapter.receive(scheduler.now(), route) + crossingNanos();
        if (verb.isRefused()) {
            breakOff("the lock server refuses node " + node.id(), received);
        } else if (--unanswered == 0) {
            ready(received + pollNanos());
        }
    }

    private long pollNanos() {
        return node.processors().nanos(poster, model.pollNanos());
    }

    private long crossingNanos() {
        return node.processors().crossingNanos(poster);
    }

    private void giveUpIfLate(long arrives) {
        final long limit = posted + model.lossTimeoutNanos();
        if (arrives > limit) {
            giveUpAt(limit);
        }
    }

    private void giveUpAt(long time) {
        scheduler.schedule(time, this, posts);
    }

    @Override
    public @Nullable SimThread fire(long ticket) {
        if (ticket == posts && unanswered > 0 && broken == null) {
            breakOff("the lock server did not answer within " + model.lossTimeoutNanos() + " ns", scheduler.now());
        }
        return null;
    }

    private void breakOff(String why, long time) {
        broken = "client " + Route.toString(route) + " lost its connection at " + time + " ns with a verb at address "
            + verbs.getFirst().address() + ": " + why + "; it may have taken effect";
        for (PostedVerb verb : verbs) {
            verb.detach();
        }
        ready(time + pollNanos());
    }
}
