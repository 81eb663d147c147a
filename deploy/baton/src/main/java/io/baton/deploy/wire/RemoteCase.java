package io.baton.deploy.wire;

import io.baton.wire.WireAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lock pairs of clients that are other processes than the lock servers.
 *
 * @param servers where the lock servers listen, one or more
 * @param lanes how lanes over TCP are protected
 * @param processes how many processes there are, 1 or more
 * @param clients how many clients they have together, a multiple of the processes
 * @param keptLocks whether processes keep the locks that they alone use, and pass on those that they wait for
 * @param ownLocks whether each process has locks of its own; otherwise all have the same
 * @param chain how many locks a client gets at once, 1 or more
 * @param warmup how long they run before they are measured
 * @param measured how long they are measured
 */
public record RemoteCase(List<WireAddress> servers, LaneSettings lanes, int processes, int clients, boolean keptLocks,
        boolean ownLocks, int chain, Duration warmup, Duration measured) {

    /** How many locks a process uses, and the longest chain. */
    public static final int LOCKS = 1_000;

    /** The arguments of a process. */
    List<String> arguments(int process) {
        final List<String> arguments = new ArrayList<>(lanes.words());
        arguments.addAll(List.of(String.join(",", servers.stream().map(WireAddress::toString).toList()),
            Integer.toString(processes), Integer.toString(clients), Boolean.toString(keptLocks),
            Boolean.toString(ownLocks), Integer.toString(chain), Long.toString(warmup.toMillis()),
            Long.toString(measured.toMillis()), Integer.toString(process)));
        return arguments;
    }

    /** The case of a process's arguments. */
    static RemoteCase of(String[] arguments) {
        final List<String> lanes = List.of(arguments).subList(0, LaneSettings.WORDS);
        final long[] numbers = Arrays.stream(arguments, LaneSettings.WORDS + 1, arguments.length)
            .mapToLong(text -> text.equals("true") ? 1 : text.equals("false") ? 0 : Long.parseLong(text)).toArray();
        return new RemoteCase(WireAddress.parseAll(arguments[LaneSettings.WORDS]), LaneSettings.of(lanes),
            (int) numbers[0], (int) numbers[1],
            numbers[2] == 1, numbers[3] == 1, (int) numbers[4], Duration.ofMillis(numbers[5]),
            Duration.ofMillis(numbers[6]));
    }

    /** The same with the ways that were found to the lock servers. */
    RemoteCase with(List<WireAddress> found) {
        return new RemoteCase(found, lanes, processes, clients, keptLocks, ownLocks, chain, warmup, measured);
    }

    /** {@return how frames move: the carrier of the first server} */
    public String carrier() {
        return servers.getFirst().carrier().scheme();
    }
}
