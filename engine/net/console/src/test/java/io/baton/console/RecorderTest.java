package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.baton.server.LocalCalls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Charts of a server that cannot be read now and then. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class RecorderTest {

    /** Fails when it is told to. */
    private static final class Moody implements ConsoleSource {
        private @Nullable RuntimeException failure;

        @Override
        public Reading read() {
            return new Reading(List.of(), 0, 0, 0, 0, 0);
        }

        @Override
        public void sample() {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public CompletableFuture<JsonObject> status(Executor executor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<JsonObject> procedures(LocalCalls calls) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<JsonObject> call(LocalCalls calls, String procedure,
                List<@Nullable Object> arguments, long timeoutMillis) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void anyFailureIsToldOnceAndTheChartsGoOn() {
        final List<String> log = new ArrayList<>();
        final AtomicLong clock = new AtomicLong();
        final Moody source = new Moody();
        final Recorder recorder = new Recorder(source,
            new ConsoleOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).log(log::add)
                .clock(clock::incrementAndGet));
        for (final RuntimeException failure : List.of(new IllegalArgumentException("one"),
            new NullPointerException("two"), new IllegalStateException("three"))) {
            source.failure = failure;
            for (int i = 0; i < 30; i++) {
                recorder.tick();
            }
            source.failure = null;
            for (int i = 0; i < 20; i++) {
                recorder.tick();
            }
        }
        assertThat(log).hasSize(3).allMatch(line -> line.startsWith("console: the charts stand still"));
        assertThat(recorder.series().after(0).getAsJsonArray("points")).hasSizeGreaterThanOrEqualTo(5);
    }
}
