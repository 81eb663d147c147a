package io.baton.rival.cas;

import java.util.random.RandomGenerator;

/** One client's state of a {@link RetryDelay}. Never used with {@link RetryDelay#none}. */
final class AdaptiveBackoff {

    private final RetryDelay backoff;
    private final RandomGenerator random;
    private long truncationNanos;
    private long lastUpdateNanos;
    private long retries;
    private long completions;

    AdaptiveBackoff(RetryDelay backoff, RandomGenerator random, long nowNanos) {
        this.backoff = backoff;
        this.random = random;
        this.truncationNanos = backoff.unitNanos();
        this.lastUpdateNanos = nowNanos;
    }

    /** How long to wait before a retry; the first of an acquisition is number 0. */
    long beforeRetry(int retry, long nowNanos) {
        adaptIfDue(nowNanos);
        retries++;
        final long exponential = backoff.unitNanos() << Math.min(retry, backoff.doublingsMax());
        return Math.min(exponential, truncationNanos) + random.nextLong(backoff.unitNanos());
    }

    /** Called when a lock was acquired. */
    void onAcquired(long nowNanos) {
        completions++;
        adaptIfDue(nowNanos);
    }

    private void adaptIfDue(long nowNanos) {
        if (nowNanos - lastUpdateNanos >= backoff.periodNanos()) {
            lastUpdateNanos = nowNanos;
            if (retries + completions > 0) {
                adapt();
            }
        }
    }

    private void adapt() {
        final double retryRate = (double) retries / (retries + completions);
        if (retryRate < RetryDelay.RETRY_RATE_LOW) {
            truncationNanos = Math.max(backoff.unitNanos(), truncationNanos / 2);
        } else if (retryRate > RetryDelay.RETRY_RATE_HIGH) {
            truncationNanos = Math.min(backoff.unitNanos() << backoff.doublingsMax(), 2 * truncationNanos);
        }
        retries = 0;
        completions = 0;
    }
}
