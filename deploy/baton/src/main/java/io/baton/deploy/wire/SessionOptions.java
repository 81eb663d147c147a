package io.baton.deploy.wire;

import io.baton.deploy.command.OptionValues;
import io.baton.lock.RecoveryOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of sessions, which a lock server and its clients must have in common. */
public final class SessionOptions {

    /** What is given for locks that nobody recovers. */
    public static final String NONE = "none";

    @Option(names = "--session", paramLabel = "TIME", order = 20, defaultValue = "2s",
        description = "How long a process may be silent before the lock server fences it and recovers its locks; none "
            + "for locks that stay taken when their process is killed. Lock server and clients have the same. Default: "
            + "${DEFAULT-VALUE}.")
    private String session = "";

    @Option(names = "--lease", paramLabel = "TIME", order = 21, defaultValue = "100ms",
        description = "How long a lock may stand still before its waiters ask the lock server, less than the session. "
            + "Default: ${DEFAULT-VALUE}.")
    private String lease = "";

    /**
     * Says what was given.
     *
     * @param command whose options they are
     * @param ofSessions other options of the command that mean nothing without sessions
     * @return what recovery goes by, or null without it
     */
    public @Nullable RecoveryOptions recovery(CommandSpec command, List<String> ofSessions) {
        if (session.equals(NONE)) {
            final String why = "is for locks that are recovered; leave it out, or --session none";
            OptionValues.refuse(command, List.of("--lease"), why);
            OptionValues.refuse(command, ofSessions, why);
            return null;
        }
        final Duration leaseTime = OptionValues.duration(command, "--lease", lease, Duration.ofMillis(1));
        final Duration sessionTime = OptionValues.duration(command, "--session", session, Duration.ofMillis(1));
        if (sessionTime.compareTo(leaseTime) <= 0) {
            throw OptionValues.complaint(command, "--session", session, "give more than the lease of " + lease, null);
        }
        return RecoveryOptions.product().withTimes(leaseTime.toNanos(), sessionTime.toNanos());
    }
}
