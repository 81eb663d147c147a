package io.baton.lab.torture;

import io.baton.wire.CarrierKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.agrona.concurrent.NanoClock;

/** Tortures locks over one carrier after the other. */
public final class TortureLoop {

    /** How much room the directory needs, in bytes: for the file that all map, lanes in shared memory, and texts. */
    public static final long ROOM_BYTES = 3L * Witness.FILE_BYTES;

    private final TortureSettings settings;
    private final NanoClock clock;
    private final LongConsumer pause;
    private final Consumer<String> progress;

    /**
     * Prepares.
     *
     * @param settings what is to be tortured
     * @param clock monotonic time, that of the whole machine
     * @param pause waits for about so many nanoseconds
     * @param progress told of each cycle
     */
    public TortureLoop(TortureSettings settings, NanoClock clock, LongConsumer pause, Consumer<String> progress) {
        this.settings = settings;
        this.clock = clock;
        this.pause = pause;
        this.progress = progress;
    }

    /**
     * Runs until all cycles over all carriers are done, something is wrong, or the user stops it. The directory is
     * removed if all is well, and what belongs to a carrier as soon as that is known.
     *
     * @param stopped whether to end after the cycle under way
     * @return what came out
     * @throws IOException if the directory cannot be used
     * @throws InterruptedException if the thread is interrupted; the children are killed
     */
    public TortureResult run(BooleanSupplier stopped) throws IOException, InterruptedException {
        final TortureResult result = new TortureResult(settings);
        for (final CarrierKind carrier : settings.carriers()) {
            if (result.isGood() && !stopped.getAsBoolean()) {
                final Path folder = Files.createDirectories(settings.directory().resolve(carrier.scheme()));
                final Judge judge = new CarrierRun(
                    settings, carrier, folder, clock, pause, progress, result.begin(carrier)).run(stopped);
                result.tell(judge.texts());
                if (result.isGood()) {
                    delete(folder);
                }
            }
        }
        if (result.isGood()) {
            delete(settings.directory());
        }
        return result;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> inside = Files.walk(directory)) {
            for (final Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
