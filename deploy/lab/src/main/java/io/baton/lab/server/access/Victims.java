package io.baton.lab.server.access;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.agrona.concurrent.NanoClock;

/** Client processes that hold locks and are killed, and a client that wants these locks then. One thread at a time. */
public final class Victims implements AutoCloseable {

    /** So many accounts are of each alone, but for the calls that are measured. */
    private static final int ACCOUNTS_EACH = 4;
    private static final double NANOS_PER_SECOND = 1e9;

    private final NanoClock clock;
    private final int accounts;
    private final BatonClient heir;
    private final RemoteProcedure<Long> pay;
    private final List<ServedProcess> processes = new ArrayList<>();
    private final List<Long> freeNanos = new ArrayList<>();
    private final List<String> notFree = new ArrayList<>();

    private Victims(BatonServed served, int accounts, NanoClock clock) {
        this.clock = clock;
        this.accounts = accounts;
        this.heir = BatonClient.connect(ClientOptions.of(served.address()).name("heir"));
        this.pay = heir.procedure("SendPayment", Long.class);
    }

    /**
     * Starts them.
     *
     * @param served the server, with SmallBank
     * @param number how many
     * @param accounts how many there are, numbered from 1: the last ones are the victims'
     * @param clock measures
     * @return when all of them hold their locks
     * @throws IOException if one cannot be started
     */
    public static Victims start(BatonServed served, int number, int accounts, NanoClock clock) throws IOException {
        final Victims victims = new Victims(served, accounts, clock);
        boolean complete = false;
        try {
            for (int i = 0; i < number; i++) {
                victims.processes.add(ServedProcess.java(List.of(ServedChild.VICTIM,
                    served.address().getHostString() + ":" + served.address().getPort(),
                    Long.toString(victims.first(i)))));
            }
            for (final ServedProcess process : victims.processes) {
                process.awaitAddress();
            }
            complete = true;
        } finally {
            if (!complete) {
                victims.close();
            }
        }
        return victims;
    }

    private long first(int number) {
        return accounts - (long) ACCOUNTS_EACH * (number + 1) + 1;
    }

    /**
     * Kills one, and waits for its locks as long as a call may take.
     *
     * @param number from 0
     */
    public void kill(int number) {
        final long begin = clock.nanoTime();
        processes.get(number).kill();
        try {
            pay.call(first(number), first(number) + 1, 0);
            freeNanos.add(clock.nanoTime() - begin);
        } catch (CallException e) {
            notFree.add(String.format(Locale.ROOT, "the locks of killed client %d were not free within %.1f s: %s",
                number, (clock.nanoTime() - begin) / NANOS_PER_SECOND, e.getMessage()));
        }
    }

    /** {@return from each kill, how long it took until a call of somebody else had the locks and was committed} */
    public List<Long> freeNanos() {
        return List.copyOf(freeNanos);
    }

    /** {@return a sentence without its end for each kill after which the call did not have the locks} */
    public List<String> notFree() {
        return List.copyOf(notFree);
    }

    @Override
    public void close() {
        processes.forEach(ServedProcess::close);
        heir.close();
    }
}
