package io.baton.client;

import io.baton.protocol.FrameType;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks the server for signs of life, so that neither side takes the other for dead, and gives the connection up when
 * there are none. Each brings a reading of the server's clock. For the event loop of the link.
 */
final class KeepAlive {

    private static final int SILENCES_MAX = 3;
    /** Of the server's idle time. */
    private static final int SIGNS = 3;
    /** A server that closes connections after less silence is not worth more. */
    private static final long EVERY_LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long CLOCK_AGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Link link;
    private final EventExecutor loop;
    private final long silenceNanosMax;
    private long everyNanos;
    private long heardNanos;
    private long readNanos;
    private @Nullable ScheduledFuture<?> timer;

    KeepAlive(Link link, EventExecutor loop, long everyNanos) {
        this.link = link;
        this.loop = loop;
        this.everyNanos = everyNanos;
        this.silenceNanosMax = everyNanos;
    }

    /** Gives the connection up if the server does not take it in time. */
    void awaitWelcome(Deadline deadline) {
        timer = loop.schedule(() -> link.end(
            "the server has not said WELCOME within " + deadline.timeoutMillis() + " ms"),
            deadline.leftNanos(), TimeUnit.NANOSECONDS);
    }

    /** The server has taken the connection, and would close it if it was silent for so long. */
    void welcomed(long idleMillis) {
        stop();
        everyNanos = Math.min(everyNanos,
            Math.max(EVERY_LEAST_NANOS, TimeUnit.MILLISECONDS.toNanos(idleMillis) / SIGNS));
        lookAfter(everyNanos);
    }

    /** Bytes have come. */
    void heard() {
        heardNanos = link.nanos();
    }

    /** The server's clock was read. */
    void read() {
        readNanos = link.nanos();
    }

    /** Ends: a timer would keep the link in memory. */
    void stop() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void lookAfter(long nanos) {
        timer = loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
    }

    private void look() {
        final long now = link.nanos();
        final long silence = now - heardNanos;
        if (silence / SILENCES_MAX >= silenceNanosMax) {
            link.end("the server has been silent for too long");
            return;
        }
        final boolean silent = silence >= everyNanos;
        if (silent || now - readNanos >= CLOCK_AGE_NANOS) {
            link.send(FrameType.PING, link.nextNumber());
        }
        lookAfter(silent ? everyNanos : everyNanos - silence);
    }
}
