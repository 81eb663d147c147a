package io.baton.testing;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

/**
 * Gives random tests their seeds, and names the seed in the failure of a test that has drawn one. The system property
 * {@code baton.seed} gives a failed test the same seed again. One for each test object, in a field:
 *
 * <pre>
 * &#64;RegisterExtension
 * private final Seeds seeds = new Seeds();
 *
 * &#64;Test
 * void sumsAreRight() {
 *     Random random = new Random(seeds.next());
 *     ...
 * }
 * </pre>
 */
public final class Seeds implements TestExecutionExceptionHandler {

    /** The system property that gives the seed. */
    public static final String PROPERTY = "baton.seed";

    private boolean drawn;
    private long seed;

    /** Makes seeds for one test object. */
    public Seeds() {
    }

    /** {@return the seed of the property, or else a new one} */
    public long next() {
        return next(System.nanoTime());
    }

    /**
     * Draws the seed of a test that has the same one each time, unless told otherwise.
     *
     * @param usual the seed that is used without the property
     * @return the seed of the property, or else the usual one
     */
    public long next(long usual) {
        seed = Long.getLong(PROPERTY, usual);
        drawn = true;
        return seed;
    }

    /** Adds the seed to what a failed test says; a test that has drawn none, or was given up, says what it said. */
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        if (!drawn || thrown instanceof TestAbortedException) {
            throw thrown;
        }
        throw new AssertionError("with -D" + PROPERTY + "=" + seed + ": " + thrown, thrown);
    }
}
