package io.baton.deploy;

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
}
