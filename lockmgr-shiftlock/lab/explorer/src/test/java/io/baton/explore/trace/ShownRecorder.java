package io.baton.explore.trace;

import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.ForwardingEndpoint;
import io.baton.fabric.ForwardingFabric;
import io.baton.fabric.NoticeHandler;
import io.baton.lock.FencingToken;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.sim.model.VerbWitness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;

/** Writes down what shows of the lock of slot 0 from outside, in the order in which it takes effect. */
final class ShownRecorder implements VerbWitness {

    private final List<ShownStep> steps = new ArrayList<>();
    private final long dataAddress;
    /** By route: who locks there, and who reaches the data there. */
    private final Map<Long, String> parties = new HashMap<>();
    private final Map<Long, String> workers = new HashMap<>();
    /** By whose it is and what the code calls it: the number of an attempt. */
    private final Map<List<Object>, Integer> attempts = new HashMap<>();
    private final LockNotice notice = new LockNotice();

    ShownRecorder(long dataAddress) {
        this.dataAddress = dataAddress;
    }

    List<ShownStep> steps() {
        return List.copyOf(steps);
    }

    /** A fabric on which a process locks; each endpoint is its agent's until it is said to be a client's. */
    Fabric listen(Fabric fabric, String process) {
        return new ForwardingFabric(fabric) {
            @Override
            public Endpoint connect() {
                final Endpoint endpoint = super.connect();
                parties.put(endpoint.route(), process);
                return new Listening(endpoint);
            }
        };
    }

    void client(String name, long route, long dataRoute) {
        parties.put(route, name);
        workers.put(dataRoute, name);
    }

    void note(ShownStep.Kind kind, String party) {
        steps.add(ShownStep.of(kind, party));
    }

    void gets(String client, FencingToken token) {
        steps.add(new ShownStep(ShownStep.Kind.GETS, client, null, token, null));
    }

    private String party(long route) {
        return parties.getOrDefault(route, ShownStep.SERVER);
    }

    @Override
    public void executed(long route, long address, long oldLow, long oldHigh, long newLow, long newHigh) {
        if (address == dataAddress) {
            note(ShownStep.Kind.WORKS, workers.getOrDefault(route, ShownStep.SERVER));
        } else if (address < LockEntry.BYTES && (oldLow != newLow || oldHigh != newHigh)) {
            steps.add(new ShownStep(ShownStep.Kind.ENTRY, party(route), entry(newLow, newHigh), null, null));
        }
    }

    private ShownStep.Entry entry(long low, long high) {
        return new ShownStep.Entry(LockEntry.epoch(low), LockEntry.readers(low), party(LockEntry.tail(low)),
            LockEntry.generation(high), LockEntry.releases(high));
    }

    private void hears(String party, DirectBuffer buffer, int offset) {
        if (RecoveryNotice.isOne(buffer, offset)) {
            return;
        }
        notice.wrap(buffer, offset);
        final String from = party(notice.route());
        final int generation = LockEntry.generation(notice.relCnt());
        final long releases = LockEntry.releases(notice.relCnt());
        switch (notice.kind()) {
            case LockNotice.SUCCESSOR -> add(party, new ShownStep.Notice("SUCCESSOR", from, attempt(from), generation,
                releases, 0, 0));
            case LockNotice.HANDOVER -> add(party, new ShownStep.Notice("HANDOVER", from, attempt(party), generation,
                releases, notice.epoch(), notice.consWrt()));
            case LockNotice.MODE_CHANGED -> add(party, new ShownStep.Notice("MODE_CHANGED", from, attempt(party),
                generation, releases, notice.epoch(), 1));
            // A client that is told to give back what it does not keep drops it.
            case LockNotice.RECALL -> {
                if (isAgent(party)) {
                    add(party, new ShownStep.Notice("RECALL", from, 0, 0, 0, 0, 0));
                }
            }
            default -> {
            }
        }
    }

    private static boolean isAgent(String party) {
        return ShownRun.PROCESSES.contains(party);
    }

    private void add(String party, ShownStep.Notice heard) {
        steps.add(new ShownStep(ShownStep.Kind.HEARS, party, null, null, heard));
    }

    private int attempt(String client) {
        return attempts.computeIfAbsent(List.of(client, notice.attempt()), name -> attempts.size() + 1);
    }

    /** Says what is taken from its mailbox. */
    private final class Listening extends ForwardingEndpoint {

        Listening(Endpoint endpoint) {
            super(endpoint);
        }

        @Override
        public int receive(NoticeHandler handler) {
            return super.receive((buffer, offset, length) -> {
                hears(party(route()), buffer, offset);
                handler.onNotice(buffer, offset, length);
            });
        }
    }
}
