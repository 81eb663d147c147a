package io.baton.explore.lock;

import io.baton.explore.ManualSchedule;
import io.baton.explore.bug.PlantedBug;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs a golden script, a schedule with the operations of its clients: directives, one a line, and yields the trace
 * that they produce. Lines that begin with {@code #} are comments.
 * <pre>
 *   threshold 2                  writers in a row; before clients
 *   slots 2                      locks; before clients
 *   plain                        entries of two words, and silent hand-overs; before clients
 *   chains 2                     locks that are wanted together are a chain, and each lock server has so many; before
 *                                clients
 *   planted printed-epoch        a planted bug; before clients
 *   clients W1 W2 R1             the clients' names
 *   W1 acquire exclusive [slot]  gives the client an operation and lets it go on until that is done or it has to wait
 *   W1 acquire all x0,s1         the same for several at once, exclusively and shared
 *   W1 begin release [slot]      gives it an operation and stops it before the first step; likewise the others
 *   W1 step                      takes the next step
 *   W1 run                       takes steps until the operation is done or has to wait
 *   W1 expires                   the deadline of its operation (given by: ... with deadline) passes
 *   W1 looks                     ends a wait that has an earlier deadline of its own
 *   deliver W1 W2                the first notice in flight from W1 to W2 arrives
 *   entry                        shows the lock entries
 * </pre>
 */
final class ScriptRunner {

    private static final String PLANTED = "planted ";

    private int threshold = 1;
    private int slots = 1;
    /** How many locks a lock server has that executes chains; 0 if none does. */
    private int slotsEach;
    private ShiftLockOptions options = ShiftLockOptions.paper();
    private @Nullable ManualSchedule schedule;
    private int shown;
    private final List<String> out = new ArrayList<>();

    private ScriptRunner() {
    }

    /** Runs a script where it is loaded. */
    private static final class Running implements UnaryOperator<List<String>> {

        @Override
        public List<String> apply(List<String> directives) {
            return runHere(directives);
        }
    }

    static List<String> run(List<String> directives) {
        final Map<Boolean, List<String>> split =
            directives.stream().collect(Collectors.partitioningBy(line -> line.startsWith(PLANTED)));
        final List<String> script = split.getOrDefault(false, List.of());
        final List<String> planted = split.getOrDefault(true, List.of());
        if (planted.isEmpty()) {
            return runHere(script);
        }
        final UnaryOperator<List<String>> running =
            PlantedBug.of(planted.getFirst().substring(PLANTED.length())).orElseThrow().plant().enter(Running.class);
        return running.apply(script);
    }

    private static List<String> runHere(List<String> directives) {
        final ScriptRunner runner = new ScriptRunner();
        try {
            for (String line : directives) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    runner.directive(line.strip());
                }
            }
            return runner.out;
        } finally {
            if (runner.schedule != null) {
                runner.schedule.close();
            }
        }
    }

    private void directive(String line) {
        final List<String> words = Arrays.asList(line.split("\\s+", -1));
        switch (words.getFirst()) {
            case "threshold" -> threshold = Integer.parseInt(words.get(1));
            case "slots" -> slots = Integer.parseInt(words.get(1));
            case "plain" -> options = ShiftLockOptions.paper().withSilentHandover(true).withEntry(EntryFormat.PLAIN);
            case "clients" -> begin(words.subList(1, words.size()));
            case "chains" -> {
                slotsEach = Integer.parseInt(words.get(1));
                options = ShiftLockOptions.product().apart().withPacedReaders(false).withBatches(true);
            }
            default -> {
                out.add("> " + line);
                direct(words);
                show();
            }
        }
    }

    private void begin(List<String> names) {
        final ManualSchedule clients = new ManualSchedule(
            CrowdScenario.scripted(options.withThreshold(threshold), slots, names).executed(slotsEach));
        schedule = clients;
        names.forEach(clients::run);
    }

    private ManualSchedule schedule() {
        if (schedule == null) {
            throw new IllegalStateException("the script names no clients");
        }
        return schedule;
    }

    private void direct(List<String> words) {
        switch (words.getFirst()) {
            case "entry" -> schedule().situation().stream().filter(line -> line.startsWith("entry"))
                .forEach(line -> out.add("  " + line));
            case "deliver" -> schedule().deliver(words.get(1), words.get(2));
            default -> act(words.getFirst(), words.subList(1, words.size()));
        }
    }

    private void act(String name, List<String> words) {
        final ManualSchedule on = schedule();
        switch (words.getFirst()) {
            case "step" -> on.run(name);
            case "run" -> go(name);
            case "expires" -> on.expire(name);
            case "looks" -> on.look(name);
            case "begin" -> begin(name, words.subList(1, words.size()));
            default -> {
                begin(name, words);
                go(name);
            }
        }
        show();
        if (!on.canRun(name) && isBusy(name)) {
            out.add("  " + name + " " + on.next(name));
        }
    }

    private boolean isBusy(String name) {
        return !schedule().isIdle(name) && !name.equals("agent");
    }

    private void begin(String name, List<String> words) {
        if (isBusy(name)) {
            throw new IllegalStateException(name + " is still busy: it " + schedule().next(name));
        }
        schedule().system(CrowdSystem.class).client(name).add(operation(words));
        schedule().run(name);
    }

    private static Operation operation(List<String> words) {
        final String text = String.join(" ", words);
        if (text.startsWith("acquire all ")) {
            return new Operation(Operation.Kind.ACQUIRE_ALL, 0, false, words.getLast());
        }
        final String last = words.getLast();
        final int slot = Character.isDigit(last.charAt(0)) ? Integer.parseInt(last) : 0;
        final Operation.Kind kind = switch (words.getFirst() + " " + (words.size() > 1 ? words.get(1) : "")) {
            case "acquire shared" -> Operation.Kind.ACQUIRE_SHARED;
            case "acquire exclusive" -> Operation.Kind.ACQUIRE_EXCLUSIVE;
            case "try shared" -> Operation.Kind.TRY_SHARED;
            case "try exclusive" -> Operation.Kind.TRY_EXCLUSIVE;
            case "release all" -> Operation.Kind.RELEASE_ALL;
            default -> switch (words.getFirst()) {
                case "upgrade" -> Operation.Kind.UPGRADE;
                case "release" -> Operation.Kind.RELEASE;
                case "close" -> Operation.Kind.CLOSE;
                default -> throw new IllegalArgumentException("no such operation: " + text);
            };
        };
        return new Operation(kind, slot, text.contains("with deadline"));
    }

    /** Takes steps until the thread waits, or for its next operation. */
    private void go(String name) {
        while (schedule().canRun(name) && !schedule().isIdle(name)) {
            schedule().run(name);
        }
    }

    private void show() {
        final List<String> trace = schedule().trace();
        while (shown < trace.size()) {
            out.add("  " + trace.get(shown++));
        }
    }
}
