package io.baton.deploy.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the system tells at a moment about processors and who has them. Two of them make a {@link ProcessorShare}.
 *
 * <p>Linux counts for each thread how long it was ready to run and had no processor ({@code schedstat}), and for the
 * machine how long its processors ran, and how long of that for other virtual machines, of which threads know nothing
 * ({@code /proc/stat}). Others have kept the process from as much as its threads have waited, but no more than others
 * ran: threads of one process wait for each other, too. Without {@code schedstat} it is all that others ran, whether
 * this process was ready or not. Other systems tell how long the process ran, and no more.
 *
 * @param nanos when
 * @param ownNanos how long this process has run on all processors; negative if that is not known
 * @param compilationNanos how long the JVM has compiled; negative if that is not known
 * @param waitedNanos how long each thread was ready to run and had no processor; null if that is not known
 * @param machine what the processors of the machine have done; null if that is not known
 */
record ProcessorReading(long nanos, long ownNanos, long compilationNanos, @Nullable Map<String, Long> waitedNanos,
        ProcessorReading.@Nullable Machine machine) {

    /** Nothing is known. */
    static final ProcessorReading NONE = new ProcessorReading(0, -1, -1, null, null);

    private static final String THREADS = "/proc/self/task";
    private static final String SCHEDULED = "schedstat";
    private static final String MACHINE = "/proc/stat";
    private static final String PROCESSOR = "cpu";
    /** Linux counts so many ticks a second for programs, whatever it does itself. */
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1) / 100;
    private static final int USER = 1;
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    /**
     * What all processors of the machine have done.
     *
     * @param processors how many there are
     * @param busyNanos how long they ran, for whomever
     * @param stolenNanos how long of that for other virtual machines
     */
    record Machine(int processors, long busyNanos, long stolenNanos) {
    }

    /**
     * Reads all.
     *
     * @param files the machine's files
     * @param nanos the time
     */
    static ProcessorReading of(FileSystem files, long nanos) {
        final long own = ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
            ? system.getProcessCpuTime() : -1;
        final CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        final long compilation = compiler != null && compiler.isCompilationTimeMonitoringSupported()
            ? TimeUnit.MILLISECONDS.toNanos(compiler.getTotalCompilationTime()) : -1;
        return new ProcessorReading(nanos, own, compilation, waited(files), machine(files));
    }

    private static @Nullable Map<String, Long> waited(FileSystem files) {
        final Map<String, Long> waited = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(files.getPath(THREADS))) {
            for (final Path thread : threads) {
                try {
                    final String[] told = Files.readString(thread.resolve(SCHEDULED)).strip().split(" ", -1);
                    waited.put(String.valueOf(thread.getFileName()), Long.parseLong(told[1]));
                } catch (IOException e) {
                    // The thread has ended since.
                }
            }
        } catch (IOException | RuntimeException e) {
            return null;
        }
        // A kernel that does not count tells nothing or zero.
        return waited.values().stream().allMatch(wait -> wait == 0) ? null : waited;
    }

    private static @Nullable Machine machine(FileSystem files) {
        try {
            final List<String> lines = Files.readAllLines(files.getPath(MACHINE)).stream()
                .filter(line -> line.startsWith(PROCESSOR)).toList();
            final String[] all = lines.getFirst().split(" +", -1);
            long busy = 0;
            for (int i = USER; i <= STEAL; i++) {
                busy += i == IDLE || i == IO_WAIT ? 0 : Long.parseLong(all[i]);
            }
            return new Machine(lines.size() - 1, busy * TICK_NANOS, Long.parseLong(all[STEAL]) * TICK_NANOS);
        } catch (IOException | RuntimeException e) {
            return null;
        }
    }

    /**
     * Tells what has become of the processors since another reading.
     *
     * @param before the earlier one
     * @param processors how many this process may use
     */
    ProcessorShare since(ProcessorReading before, int processors) {
        final long length = nanos - before.nanos;
        if (length <= 0 || processors <= 0) {
            return ProcessorShare.NONE;
        }
        final double all = (double) length * processors;
        final OptionalDouble got = ownNanos < 0 || before.ownNanos < 0 ? OptionalDouble.empty()
            : OptionalDouble.of(Math.clamp((ownNanos - before.ownNanos) / all, 0, 1));
        final OptionalLong taken = takenNanos(before, processors);
        final OptionalDouble others = got.isEmpty() || taken.isEmpty() ? OptionalDouble.empty()
            : OptionalDouble.of(Math.clamp(taken.getAsLong() / all, 0, 1 - got.getAsDouble()));
        final OptionalDouble compilation = compilationNanos < 0 || before.compilationNanos < 0
            ? OptionalDouble.empty() : OptionalDouble.of((compilationNanos - before.compilationNanos) / 1e9);
        return new ProcessorShare(processors, length / 1e9, got, others, compilation);
    }

    /** The least of what threads have waited for, and of what others have done: threads also wait for each other. */
    private OptionalLong takenNanos(ProcessorReading before, int processors) {
        final OptionalLong foreign = foreignNanos(before);
        final Map<String, Long> waits = waitedNanos;
        if (waits == null || before.waitedNanos == null) {
            // A container may use fewer than the machine has; what happens on the others is no matter then.
            return machine != null && machine.processors == processors ? foreign : OptionalLong.empty();
        }
        long waited = stolenNanos(before, processors);
        for (final Map.Entry<String, Long> thread : waits.entrySet()) {
            waited += Math.max(0, thread.getValue() - before.waitedNanos.getOrDefault(thread.getKey(), 0L));
        }
        return OptionalLong.of(Math.min(waited, foreign.orElse(Long.MAX_VALUE)));
    }

    /** What the machine's processors did for others. */
    private OptionalLong foreignNanos(ProcessorReading before) {
        return machine == null || before.machine == null ? OptionalLong.empty()
            : OptionalLong.of(Math.max(0,
                machine.busyNanos - before.machine.busyNanos - (ownNanos - before.ownNanos)));
    }

    private long stolenNanos(ProcessorReading before, int processors) {
        return machine == null || before.machine == null || machine.processors != processors ? 0
            : machine.stolenNanos - before.machine.stolenNanos;
    }
}
