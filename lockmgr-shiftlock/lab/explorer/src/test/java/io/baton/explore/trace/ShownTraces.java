package io.baton.explore.trace;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Has TLC compare traces of what shows with the model of processes: {@code spec/traces/TraceProcessLock.tla}. */
final class ShownTraces {

    private static final Path SPEC = Path.of("../../locks/spec").toAbsolutePath().normalize();
    private static final Path FILES = Path.of("target", "traces").toAbsolutePath().normalize();
    private static final Pattern REACHED = Pattern.compile("<<\"reached\", (\\d+), (\\d+)>>");

    /**
     * The traces of one run of TLC, each a list of records of TLA+.
     *
     * @param name for the folder of files
     * @param options which all traces have
     * @param clients of each process, likewise
     * @param crashes whether a process dies
     * @param traces what has shown
     */
    record Batch(String name, ShiftLockOptions options, List<List<String>> clients, boolean crashes,
            List<List<String>> traces) {
    }

    private ShownTraces() {
    }

    static List<String> toTla(List<ShownStep> trace) {
        return trace.stream().map(ShownStep::toTla).toList();
    }

    /**
     * Checks, with the model's invariants or without them: a trace that breaks one may hide others.
     *
     * @return the traces that are no behaviour of the model: by number, from 0, the step that does not fit
     */
    static SortedMap<Integer, String> rejected(Batch batch, boolean invariants)
            throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(FILES.resolve(batch.name()));
        Files.writeString(folder.resolve("TraceData.tla"), data(batch));
        final Path configuration = folder.resolve("TraceProcessLock.cfg");
        Files.write(configuration, Files.readAllLines(SPEC.resolve("traces").resolve("process.cfg")).stream()
            .filter(line -> invariants || !line.startsWith("INVARIANTS ")).toList());
        final Path module = folder.resolve("TraceProcessLock.tla");
        copy(SPEC.resolve("traces").resolve("TraceProcessLock.tla"), module);
        copy(SPEC.resolve("process").resolve("ProcessLock.tla"), folder.resolve("ProcessLock.tla"));
        final String output = Tlc.check("traces-" + batch.name(), module, configuration);
        if (!output.contains("Model checking completed. No error has been found.")) {
            throw new AssertionError(output);
        }
        final int[] reached = new int[batch.traces().size()];
        final Matcher steps = REACHED.matcher(output);
        while (steps.find()) {
            reached[Integer.parseInt(steps.group(1)) - 1] = Integer.parseInt(steps.group(2)) - 1;
        }
        final SortedMap<Integer, String> rejected = new TreeMap<>();
        for (int i = 0; i < reached.length; i++) {
            final List<String> trace = batch.traces().get(i);
            if (reached[i] < trace.size()) {
                rejected.put(i, reached[i] + " " + trace.get(reached[i]));
            }
        }
        return rejected;
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String data(Batch batch) {
        final List<String> all = batch.clients().stream().flatMap(List::stream).toList();
        final List<String> lines = new ArrayList<>();
        lines.add("---- MODULE TraceData ----");
        lines.add("TraceWriters == " + set(all, name -> name.startsWith("w")));
        lines.add("TraceReaders == " + set(all, name -> name.startsWith("r")));
        lines.add("TraceHere == " + set(batch.clients().getFirst(), name -> true));
        lines.add("TraceKeeps == " + (batch.options().caching() ? set(ShownRun.PROCESSES, name -> true) : "{}"));
        lines.add("TraceThreshold == " + batch.options().threshold());
        lines.add("TraceTurns == " + batch.options().localTurns());
        // A crash is noted when its session ends. What is kept may be recalled by a question before that.
        lines.add("TraceTroubled == " + (batch.crashes() && batch.options().caching() ? "TRUE" : "FALSE"));
        final Map<String, String> names = new HashMap<>();
        final List<String> traces = new ArrayList<>();
        for (List<String> trace : batch.traces()) {
            // What comes often is defined once: TLC's parser needs a hundred times the space of the text.
            trace.forEach(step -> names.computeIfAbsent(step, text -> {
                final String name = String.format(Locale.ROOT, "D%d", names.size());
                lines.add(name + " == " + text);
                return name;
            }));
            traces.add(trace.stream().map(names::get).collect(Collectors.joining(", ", "<<", ">>")));
        }
        lines.add("Traces == " + String.join(",\n  ", traces).transform(text -> "<<" + text + ">>"));
        lines.add("====");
        return String.join("\n", lines) + "\n";
    }

    private static String set(List<String> names, Predicate<String> which) {
        return names.stream().filter(which).map(name -> '"' + name + '"').collect(Collectors.joining(", ", "{", "}"));
    }
}
