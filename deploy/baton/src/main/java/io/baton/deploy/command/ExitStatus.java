package io.baton.deploy.command;

/** How a command ends. */
public final class ExitStatus {

    /** All went well. */
    public static final int GOOD = 0;
    /** The work was done or begun, and something is wrong with it. */
    public static final int FAILED = 1;
    /** The command was not understood; nothing was done. */
    public static final int BAD_ARGUMENTS = 2;
    /** The user stopped it: 128 and the number of SIGINT. */
    public static final int INTERRUPTED = 130;

    private ExitStatus() {
    }

    /**
     * Says how a command ends that has told its result.
     *
     * @param good whether all is well as far as it came
     * @param interrupted whether the user stopped it before its end
     * @return the exit status: what is wrong counts more than the interruption
     */
    public static int of(boolean good, boolean interrupted) {
        if (!good) {
            return FAILED;
        }
        return interrupted ? INTERRUPTED : GOOD;
    }
}
