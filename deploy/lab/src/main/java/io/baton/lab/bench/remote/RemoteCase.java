package io.baton.lab.bench.remote;

import io.baton.deploy.wire.LaneSettings;
import io.baton.lock.RecoveryOptions;
import io.baton.wire.WireAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lock pairs of clients that are other processes than the lock servers.
 *
 * @param servers where the lock servers listen, one or more
 * @param lanes how lanes over TCP are protected
 * @param session what recovery goes by, as at the lock servers, or null without it
 * @param options what clients do to save round trips
 * @param processes how many processes there are, 1 or more
 * @param clients how many clients they have together, a multiple of the processes
 * @param ownLocks whether each process has locks of its own; otherwise all have the same
 * @param chain how many locks a client gets at once, 1 or more
 * @param warmup how long they run before they are measured
 * @param measured how long they are measured
 */
public record RemoteCase(List<WireAddress> servers, LaneSettings lanes, @Nullable RecoveryOptions session,
        RemoteOptions options, int processes, int clients, boolean ownLocks, int chain, Duration warmup,
        Duration measured) {

    /** How many locks a process uses, and the longest chain. */
    public static final int LOCKS = 1_000;

    /** The arguments of a process. */
    List<String> arguments(int process) {
        final List<String> arguments = new ArrayList<>(lanes.words());
        arguments.addAll(List.of(String.join(",", servers.stream().map(WireAddress::toString).toList()),
            options.name(), Boolean.toString(ownLocks)));
        Stream.of(session == null ? 0 : session.leaseNanos(), session == null ? 0 : session.sessionNanos(), processes,
            clients, chain, warmup.toMillis(), measured.toMillis(), process).map(Object::toString)
            .forEach(arguments::add);
        return arguments;
    }

    /** The case of a process's arguments. */
    static RemoteCase of(String[] arguments) {
        final List<String> words = List.of(arguments);
        final Iterator<String> rest = words.subList(LaneSettings.WORDS, words.size()).iterator();
        final List<WireAddress> servers = WireAddress.parseAll(rest.next());
        final RemoteOptions options = RemoteOptions.valueOf(rest.next());
        final boolean ownLocks = Boolean.parseBoolean(rest.next());
        final long lease = Long.parseLong(rest.next());
        final long session = Long.parseLong(rest.next());
        return new RemoteCase(servers, LaneSettings.of(words),
            session == 0 ? null : RecoveryOptions.product().withTimes(lease, session), options,
            Integer.parseInt(rest.next()), Integer.parseInt(rest.next()), ownLocks, Integer.parseInt(rest.next()),
            Duration.ofMillis(Long.parseLong(rest.next())), Duration.ofMillis(Long.parseLong(rest.next())));
    }

    /** The same with the ways that were found to the lock servers. */
    RemoteCase with(List<WireAddress> found) {
        return new RemoteCase(
            found, lanes, session, options, processes, clients, ownLocks, chain, warmup, measured);
    }

    /**
     * Takes other options.
     *
     * @param others what clients do to save round trips
     * @return the same case but for that
     */
    public RemoteCase with(RemoteOptions others) {
        return new RemoteCase(
            servers, lanes, session, others, processes, clients, ownLocks, chain, warmup, measured);
    }

    /** {@return how frames move: the carrier of the first server} */
    public String carrier() {
        return servers.getFirst().carrier().scheme();
    }
}
