package io.baton.deploy.run;

import java.util.OptionalDouble;

/**
 * How much of the machine's processors a run has had, so that a reader knows whether a slow run says something about
 * Baton or about what else the machine had to do.
 *
 * @param processors how many the process may use; 0 if nothing was measured
 * @param seconds how long was measured
 * @param got what the process has used of them, 0 to 1; nothing if the system does not tell
 * @param others what it would have used too, and other programs or other virtual machines kept it from, 0 to 1;
 *     nothing if the system does not tell
 * @param compilationSeconds how long the JVM compiled meanwhile, all of its compilers together; nothing if it has none
 */
public record ProcessorShare(int processors, double seconds, OptionalDouble got, OptionalDouble others,
        OptionalDouble compilationSeconds) {

    /** Nothing is known. */
    public static final ProcessorShare NONE =
        new ProcessorShare(0, 0, OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    /** Of what the process could have used. */
    private static final double BUSY_FROM = 0.1;
    private static final double COMPILING_FROM = 0.1;

    /**
     * Tells whether others took so much that the run measured the machine rather than Baton.
     *
     * @return whether they took a tenth of what the process could have used, or more; false if that is not known
     */
    public boolean busy() {
        final double taken = others.orElse(0);
        return taken > 0 && taken >= BUSY_FROM * (taken + got.orElse(0));
    }

    /**
     * Tells whether the JVM was still compiling.
     *
     * @return whether it compiled for a tenth of the time or longer; false if that is not known
     */
    public boolean warmingUp() {
        return compilationSeconds.orElse(0) > COMPILING_FROM * seconds;
    }
}
