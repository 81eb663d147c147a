package io.baton.lab.crash;

import io.baton.lab.child.ChildLines;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@link FaultyChild} under strace, which lets some of its system calls fail. What the child says goes to a file: it
 * is a path by which strace can be told to show these writes, too, and the order of the two is what counts. One thread.
 */
final class TracedRun {

    private static final long PATIENCE_SECONDS = 60;
    /** What strace says of a call that it has let fail. */
    private static final String INJECTED = "(INJECTED)";
    private static final Pattern UNFINISHED = Pattern.compile("^(\\d+) +(.*)<unfinished \\.\\.\\.>$");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. \\w+ resumed>(.*)$");
    /** A write or force of a segment that is in use. */
    private static final Pattern OF_LOG =
        Pattern.compile("(pwrite64|fdatasync)\\(\\d+<[^>]*/log/[0-9a-f]{16}\\.log>.*");

    private final Path folder;
    private final List<String[]> said = new ArrayList<>();
    private List<String> calls = List.of();
    private String errors = "";
    private int status;

    /** Has a folder for its files, which is there. */
    TracedRun(Path folder) {
        this.folder = folder;
    }

    /** Returns whether strace is there, and may be used. */
    static boolean isPossible() throws InterruptedException {
        try {
            return new ProcessBuilder("strace", "-f", "--seccomp-bpf", "-e", "trace=fsync", "-e",
                "inject=fsync:error=EIO", "-o", "/dev/null", "true").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** The file that the child says everything to. */
    Path lines() {
        return folder.resolve("lines");
    }

    Path store() {
        return folder.resolve("store");
    }

    /**
     * Runs.
     *
     * @param call the system call that fails
     * @param error as which, such as EIO
     * @param when which of them in each thread, as strace has it: "3", or "3+" for that one and all that follow
     * @param paths if there are any, only calls on these count
     */
    void run(String call, String error, String when, List<Path> paths) throws IOException, InterruptedException {
        final Path trace = folder.resolve("trace");
        final Path complaints = folder.resolve("errors");
        final List<String> command = new ArrayList<>(List.of("strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "32",
            "-o", trace.toString(), "-e", "signal=none", "-e", "trace=write," + call, "-e",
            "inject=%s:error=%s:when=%s".formatted(call, error, when)));
        paths.forEach(path -> command.addAll(List.of("-P", path.toString())));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> !flag.startsWith("-javaagent") && !flag.startsWith("-agentlib"))
            .forEach(command::add);
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"),
            FaultyChild.class.getName(), store().toString()));
        final Process process = new ProcessBuilder(command).redirectError(complaints.toFile())
            .redirectOutput(lines().toFile()).start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            // The child goes first: without strace it would go on.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        status = process.waitFor();
        Files.readAllLines(lines(), StandardCharsets.UTF_8).stream().filter(line -> line.startsWith(ChildLines.MARK))
            .forEach(line -> said.add(line.substring(ChildLines.MARK.length()).split(" ", -1)));
        calls = whole(Files.readAllLines(trace, StandardCharsets.UTF_8));
        errors = Files.readString(complaints, StandardCharsets.UTF_8);
    }

    /** Joins the two halves of calls during which another thread has made one, at the place of the second. */
    private static List<String> whole(List<String> lines) {
        final Map<String, String> begun = new HashMap<>();
        final List<String> whole = new ArrayList<>();
        for (final String line : lines) {
            final Matcher unfinished = UNFINISHED.matcher(line);
            final Matcher resumed = RESUMED.matcher(line);
            if (unfinished.matches()) {
                begun.put(unfinished.group(1), unfinished.group(2));
            } else if (resumed.matches()) {
                whole.add(begun.getOrDefault(resumed.group(1), "") + resumed.group(2));
            } else {
                whole.add(line.substring(line.indexOf(' ')).strip());
            }
        }
        return whole;
    }

    /** What the child has said, in words. */
    List<String[]> said() {
        return said;
    }

    /** Whether any call has failed. */
    boolean hasFailed() {
        return calls.stream().anyMatch(call -> call.contains(INJECTED));
    }

    /** What is wrong with the run itself; nothing if all is well. */
    String fault() {
        if (status != 0) {
            return "the child has ended with status " + status + ": " + errors;
        }
        String failed = "";
        for (final String call : calls) {
            if (call.contains(INJECTED) && OF_LOG.matcher(call).matches()) {
                failed = call;
            }
            if (!failed.isEmpty() && call.contains("\"" + ChildLines.MARK + BankLedger.ACKNOWLEDGED)) {
                return "after " + failed + " a call was answered: " + call;
            }
        }
        boolean stopped = false;
        for (final String[] words : said) {
            stopped |= words[0].equals(FaultyChild.STOPPED) || words[0].equals(FaultyChild.REFUSED);
            if (stopped && (words[0].equals(BankLedger.ACKNOWLEDGED) || words[0].equals(BankLedger.SAW))) {
                return "a call was answered after the engine had stopped: " + String.join(" ", words);
            }
            if (words[0].equals(FaultyChild.REFUSED) && !String.join(" ", words).contains(store().toString())) {
                return "an opening was refused without a place: " + String.join(" ", words);
            }
        }
        return "";
    }
}
