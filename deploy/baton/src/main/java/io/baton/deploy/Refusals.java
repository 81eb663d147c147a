package io.baton.deploy;

import io.baton.deploy.command.ExitStatus;
import io.baton.engine.observe.PrintableText;
import io.baton.engine.observe.StackText;
import io.baton.storage.codec.DamagedException;
import io.baton.storage.log.LogFailedException;
import io.baton.storage.recovery.RecoveryException;
import io.baton.workload.UnfitDataException;
import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Tells the user why a command has failed: in one line if a store cannot be used, else with all that is known. */
final class Refusals {

    private Refusals() {
    }

    /** Returns the exit status. */
    static int tell(Exception failure, PrintStream err) {
        return switch (failure) {
            case UnfitDataException unfit -> say(unfit, unfit.incomplete(), err);
            case RecoveryException refused -> say(refused, refused.getCause() instanceof DamagedException, err);
            case LogFailedException failed -> say(failed, true, err);
            default -> {
                err.println("baton: " + StackText.of(failure));
                yield ExitStatus.FAILED;
            }
        };
    }

    private static int say(Exception why, boolean damaged, PrintStream err) {
        final @Nullable String message = why.getMessage();
        err.println("baton: " + PrintableText.of(String.valueOf(message)) + ".");
        return damaged ? ExitStatus.FAILED : ExitStatus.BAD_ARGUMENTS;
    }
}
