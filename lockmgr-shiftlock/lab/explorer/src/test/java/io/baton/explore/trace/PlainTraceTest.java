package io.baton.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.bug.PlantedBug;
import io.baton.explore.trace.PlainTracedRun.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces of locks with entries of two words are behaviours of their model, and only those. */
@Tag("models")
@Timeout(300)
class PlainTraceTest {

    private static final Path SPEC = Path.of("../../locks/spec").toAbsolutePath().normalize();
    private static final Path FILES = Path.of("target", "traces").toAbsolutePath().normalize();
    private static final Pattern ACCEPTED = Pattern.compile("<<\"accepted\", (\\d+)>>");
    private static final int TRACES = 100;
    private static final int FEW = 40;
    private static final long SEEDS_MAX = 2_000;

    /** Traces a seed in a loader of mutants. */
    private static final class Tracing implements LongFunction<List<List<String>>> {

        private final int threshold;

        Tracing(int threshold) {
            this.threshold = threshold;
        }

        @Override
        public List<List<String>> apply(long seed) {
            return PlainTracedRun.trace(seed, threshold, true).stream().map(Step::parts).toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void runsAreBehavioursOfTheModel(int threshold) throws IOException, InterruptedException {
        final List<List<Step>> traces = LongStream.range(0, TRACES)
            .mapToObj(seed -> PlainTracedRun.trace(seed, threshold, false)).toList();
        assertThat(traces).as("each kind of step occurs").flatExtracting(trace -> trace).extracting(Step::verb)
            .contains("comes", "gives-up", "leaves", "queues", "clears", threshold == 1 ? "flips" : "hands-over",
                "hears");
        assertThat(rejected("accepted-" + threshold, threshold, traces)).isEmpty();
    }

    @Test
    void damagedTracesAreRejected() throws IOException, InterruptedException {
        final List<List<Step>> damaged = new ArrayList<>();
        for (long seed = 0; seed < FEW; seed++) {
            final List<Step> trace = PlainTracedRun.trace(seed, 2, false);
            final SplittableRandom random = new SplittableRandom(seed);
            final List<Step> without = new ArrayList<>(trace);
            without.remove(random.nextInt(trace.size() - 1));
            damaged.add(without);
            final List<Step> other = new ArrayList<>(trace);
            final int at = random.nextInt(trace.size());
            other.set(at, new Step(trace.get(at).verb(), trace.get(at).client(), "<<1, \"none\", 1, 99>>",
                trace.get(at).notice()));
            damaged.add(other);
        }
        assertThat(rejected("damaged", 2, damaged)).hasSize(damaged.size());
    }

    /** Of the first runs that a bug changes one at least is no behaviour of the model. */
    @ParameterizedTest
    @EnumSource(value = PlantedBug.class, names = {"PLAIN_READERS_IGNORED", "PLAIN_RELEASE_WITHOUT_FLIP",
        "PLAIN_RELEASE_UNCONDITIONAL", "PLAIN_CANCEL_WITHOUT_EPOCH",
        "PLAIN_CANCEL_COUNTED", "PLAIN_FLIP_FORGETS_READERS", "PLAIN_FLIP_ONLY_UP", "THRESHOLD_OFF_BY_ONE"})
    void tracesOfMistakenCodeAreRejected(PlantedBug bug) throws IOException, InterruptedException {
        final LongFunction<List<List<String>>> sound = new Tracing(2);
        final LongFunction<List<List<String>>> tracing = bug.plant().enter(Tracing.class, 2);
        final List<List<Step>> changed = new ArrayList<>();
        for (long seed = 0; seed < SEEDS_MAX && changed.size() < FEW; seed++) {
            final List<List<String>> trace = tracing.apply(seed);
            if (!trace.equals(sound.apply(seed))) {
                changed.add(trace.stream().map(Step::of).toList());
            }
        }
        assertThat(changed).isNotEmpty();
        assertThat(rejected("planted-" + bug.commandName(), 2, changed)).isNotEmpty();
    }

    /** Which of the traces TLC does not follow to their ends. */
    private static SortedSet<Integer> rejected(String name, int threshold, List<List<Step>> traces)
            throws IOException, InterruptedException {
        final Path folder = Files.createDirectories(FILES.resolve("two-words-" + name));
        Files.writeString(folder.resolve("TraceData.tla"), data(threshold, traces));
        final Path module = copy(SPEC.resolve("traces").resolve("TracePlainShiftLock.tla"), folder);
        copy(SPEC.resolve("plain").resolve("PlainShiftLock.tla"), folder);
        final Path configuration = folder.resolve("TracePlainShiftLock.cfg");
        Files.write(configuration, Files.readAllLines(SPEC.resolve("traces").resolve("two-words.cfg")).stream()
            .filter(line -> name.startsWith("accepted") || !line.startsWith("INVARIANTS")).toList());
        final String output = Tlc.check("traces-two-words-" + name, module, configuration);
        assertThat(output).contains("Model checking completed. No error has been found.");
        final SortedSet<Integer> rejected = new TreeSet<>();
        for (int i = 0; i < traces.size(); i++) {
            rejected.add(i);
        }
        final Matcher accepted = ACCEPTED.matcher(output);
        while (accepted.find()) {
            rejected.remove(Integer.parseInt(accepted.group(1)) - 1);
        }
        return rejected;
    }

    private static Path copy(Path file, Path folder) throws IOException {
        return Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }

    private static String data(int threshold, List<List<Step>> traces) {
        final List<String> lines = new ArrayList<>();
        lines.add("---- MODULE TraceData ----");
        lines.add("TraceWriters == " + clients(traces, "w"));
        lines.add("TraceReaders == " + clients(traces, "r"));
        lines.add("TraceThreshold == " + threshold);
        final TlaNames names = new TlaNames(lines);
        final String all = traces.stream().map(trace -> names.name(trace.stream()
            .map(step -> names.name(step.toTla(names))).collect(Collectors.joining(", ", "<<", ">>"))))
            .collect(Collectors.joining(", ", "<<", ">>"));
        lines.add("Traces == " + all);
        lines.add("====");
        return String.join("\n", lines) + "\n";
    }

    private static String clients(List<List<Step>> traces, String kind) {
        return traces.stream().flatMap(List::stream).map(Step::client).filter(client -> client.startsWith(kind))
            .distinct().sorted().map(client -> '"' + client + '"').collect(Collectors.joining(", ", "{", "}"));
    }
}
