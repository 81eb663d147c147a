package io.baton.lab.torture;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The witness at the parent: finds new critical sections, and clients that wait too long. One thread. */
final class WitnessReader {

    private final Witness witness;
    private final List<ClientRecords> clients = new ArrayList<>();

    /** What is known of one client's records. */
    private static final class ClientRecords {

        final int process;
        final int number;
        final int block;
        final ArrayDeque<Section> unfinished = new ArrayDeque<>();
        long seen;
        long done;

        ClientRecords(int process, int number) {
            this.process = process;
            this.number = number;
            this.block = Witness.block(process, number);
        }
    }

    WitnessReader(Witness witness) {
        this.witness = witness;
        for (int process = 0; process <= TortureLayout.COORDINATORS; process++) {
            for (int client = 0; client < TortureLayout.CLIENTS; client++) {
                clients.add(new ClientRecords(process, client));
            }
        }
    }

    /** Passes on sections that were entered since, and lets clients use the records of those that were left. */
    void read(Consumer<Section> entered) {
        clients.forEach(client -> read(client, entered));
    }

    private void read(ClientRecords client, Consumer<Section> entered) {
        final long begun = witness.get(client.block + Witness.BEGUN);
        for (; client.seen < begun; client.seen++) {
            final Section section =
                new Section(witness, Witness.record(client.block, client.seen), client.process, client.number);
            client.unfinished.add(section);
            entered.accept(section);
        }
        long done = client.done;
        for (Section first = client.unfinished.peek(); first != null && first.isClosed(); first =
            client.unfinished.peek()) {
            client.unfinished.remove();
            done++;
        }
        if (done != client.done) {
            client.done = done;
            witness.publish(client.block + Witness.DONE, done);
        }
    }

    /** The process was killed, and all that it has told was read. Returns the locks that it was in or waited for. */
    List<Long> die(int process) {
        final List<Long> locks = new ArrayList<>();
        for (final ClientRecords client : clients) {
            if (client.process == process) {
                for (final Section section : client.unfinished) {
                    section.die();
                    if (section.isDead()) {
                        locks.add(section.key);
                    }
                }
                if (witness.get(client.block + Witness.WAITING_SINCE) != 0) {
                    locks.add(witness.get(client.block + Witness.WAITING_FOR));
                }
            }
        }
        return locks;
    }

    /**
     * The longest that a client of a process has been waiting now, in nanoseconds.
     *
     * @param runsSince since when the process has been able to do something
     * @param servesSince since when each lock server has been there
     */
    long longestWait(int process, long runsSince, long[] servesSince, long nowNanos) {
        long longest = 0;
        for (final ClientRecords client : clients) {
            final long since = witness.get(client.block + Witness.WAITING_SINCE);
            if (client.process == process && since != 0) {
                final int server = TortureLayout.server(witness.get(client.block + Witness.WAITING_FOR));
                longest = Math.max(longest, nowNanos - Math.max(since, Math.max(runsSince, servesSince[server])));
            }
        }
        return longest;
    }

    /** How many of the processes' clients do not stand still. */
    int moving() {
        int moving = 0;
        for (final ClientRecords client : clients) {
            if (client.process < TortureLayout.COORDINATORS && witness.get(client.block + Witness.STILL) == 0) {
                moving++;
            }
        }
        return moving;
    }

    /** How many chains of locks the clients have ended. */
    long chains() {
        return clients.stream().mapToLong(client -> witness.get(client.block + Witness.CHAINS)).sum();
    }
}
