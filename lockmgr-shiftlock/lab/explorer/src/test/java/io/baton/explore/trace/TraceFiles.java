package io.baton.explore.trace;

import io.baton.lock.shiftlock.ShiftLockOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Has TLC compare traces with the model: {@code spec/traces}. */
final class TraceFiles {

    private static final Path SPEC = Path.of("../../locks/spec").toAbsolutePath().normalize();
    private static final Path FILES = Path.of("target", "traces").toAbsolutePath().normalize();
    private static final Pattern ACCEPTED = Pattern.compile("<<\"accepted\", (\\d+)>>");

    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");
    private static final int STEPS_SHOWN = 40;

    /** The traces of one run of TLC: all with the same options. */
    record Batch(String name, boolean sessions, ShiftLockOptions options, List<List<TlaStep>> traces) {

        static Batch of(String name, boolean sessions, ShiftLockOptions options, List<List<TraceStep>> traces) {
            return new Batch(name, sessions, options,
                traces.stream().map(trace -> trace.stream().map(TraceStep::toTla).toList()).toList());
        }
    }

    /**
     * What TLC says.
     *
     * @param rejected the numbers of the traces that are no behaviour of the model, from 0
     * @param output all of it
     */
    record Verdict(SortedSet<Integer> rejected, String output) {

        boolean isClean() {
            return output.contains("Model checking completed. No error has been found.");
        }
    }

    private TraceFiles() {
    }

    /** With the model's invariants. */
    static Verdict check(Batch batch) throws IOException, InterruptedException {
        return check(batch, true);
    }

    /** Without them: a trace that breaks one may hide another that is rejected. */
    static Verdict checkSteps(Batch batch) throws IOException, InterruptedException {
        return check(batch, false);
    }

    /** Where the first of some rejected traces leaves the model; with nothing rejected, nothing. */
    static String explain(Batch batch, SortedSet<Integer> rejected) throws IOException, InterruptedException {
        if (rejected.isEmpty()) {
            return "";
        }
        final List<TlaStep> trace = batch.traces().get(rejected.first());
        final String output = checkSteps(
            new Batch(batch.name() + "-rejected", batch.sessions(), batch.options(), List.of(trace))).output();
        final Matcher depth = DEPTH.matcher(output);
        final int failed = depth.find() ? Integer.parseInt(depth.group(1)) - 1 : 0;
        return "trace " + rejected.first() + " leaves the model with step " + failed + ":\n"
            + IntStream.rangeClosed(Math.max(0, failed - STEPS_SHOWN), Math.min(failed, trace.size() - 1))
                .mapToObj(i -> i + " " + trace.get(i)).collect(Collectors.joining("\n"));
    }

    private static Verdict check(Batch batch, boolean invariants) throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(FILES.resolve(batch.name()));
        Files.writeString(folder.resolve("TraceData.tla"), data(batch));
        final Path wanted = SPEC.resolve("traces").resolve(batch.sessions() ? "sessions.cfg" : "plain.cfg");
        final Path configuration = folder.resolve("TraceShiftLock.cfg");
        Files.write(configuration, Files.readAllLines(wanted).stream()
            .filter(line -> invariants || !line.matches("(INVARIANTS|PROPERTIES) .*")).toList());
        final Path module = folder.resolve("TraceShiftLock.tla");
        Files.copy(SPEC.resolve("traces").resolve("TraceShiftLock.tla"), module, StandardCopyOption.REPLACE_EXISTING);
        Files.copy(SPEC.resolve("shiftlock").resolve("ShiftLock.tla"), folder.resolve("ShiftLock.tla"),
            StandardCopyOption.REPLACE_EXISTING);
        final String output = Tlc.check("traces-" + batch.name(), module, configuration);
        final SortedSet<Integer> rejected = new TreeSet<>();
        for (int i = 0; i < batch.traces().size(); i++) {
            rejected.add(i);
        }
        final Matcher accepted = ACCEPTED.matcher(output);
        while (accepted.find()) {
            rejected.remove(Integer.parseInt(accepted.group(1)) - 1);
        }
        return new Verdict(rejected, output);
    }

    private static String data(Batch batch) {
        final List<String> lines = new ArrayList<>();
        lines.add("---- MODULE TraceData ----");
        lines.add("TraceWriters == " + clients(batch, 1, TracedRun.FIRST_READER));
        lines.add("TraceReaders == " + clients(batch, TracedRun.FIRST_READER, Integer.MAX_VALUE));
        lines.add("TraceThreshold == " + batch.options().threshold());
        lines.add("TraceSilentHandover == " + truth(batch.options().silentHandover()));
        final TlaNames names = new TlaNames(lines);
        final List<String> traces = new ArrayList<>();
        for (List<TlaStep> trace : batch.traces()) {
            traces.add(names.name(trace.stream().map(step -> names.name(step.toTla(names::name)))
                .collect(Collectors.joining(", ", "<<", ">>"))));
        }
        lines.add("Traces == " + traces.stream().collect(Collectors.joining(", ", "<<", ">>")));
        lines.add("====");
        return String.join("\n", lines) + "\n";
    }

    private static String truth(boolean value) {
        return String.valueOf(value).toUpperCase(Locale.ROOT);
    }

    private static String clients(Batch batch, int from, int to) {
        return batch.traces().stream().flatMap(List::stream).map(TlaStep::client)
            .filter(client -> client >= from && client < to).distinct().sorted().map(String::valueOf)
            .collect(Collectors.joining(", ", "{", "}"));
    }
}
