package io.baton.tatp;

/**
 * The settings of a run.
 *
 * @param subscribers the scale, 1 to {@link #SUBSCRIBERS_MAX}
 * @param seed gives the initial rows and the terminals' inputs
 * @param uniformKeys whether all subscribers are drawn equally often, instead of some more often than others as the
 *     specification does unless told otherwise
 */
public record TatpConfig(int subscribers, long seed, boolean uniformKeys) {

    /** The largest scale. */
    public static final int SUBSCRIBERS_MAX = 100_000_000;

    /** Checks the scale. */
    public TatpConfig {
        checkSubscribers(subscribers);
    }

    SubscriberKeys keys() {
        return uniformKeys ? SubscriberKeys.uniform(subscribers) : SubscriberKeys.nonUniform(subscribers);
    }

    static void checkSubscribers(int subscribers) {
        if (subscribers < 1 || subscribers > SUBSCRIBERS_MAX) {
            throw new IllegalArgumentException(subscribers + " subscribers; give 1 to " + SUBSCRIBERS_MAX);
        }
    }
}
