package io.baton.deploy;

import io.baton.wire.tls.LaneTls;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets a lock server use certificates that were renewed, and says once what is wrong with those that it cannot use. */
final class RenewedFiles {

    private final @Nullable LaneTls tls;
    private final Consumer<String> log;
    private String complaint = "";

    RenewedFiles(@Nullable LaneTls tls, Consumer<String> log) {
        this.tls = tls;
        this.log = log;
    }

    void look() {
        if (tls == null) {
            return;
        }
        String wrong = "";
        try {
            if (tls.refresh()) {
                log.accept("new lanes use the certificates as they are now");
            }
        } catch (IOException e) {
            wrong = String.valueOf(e.getMessage());
        }
        if (!wrong.isEmpty() && !wrong.equals(complaint)) {
            log.accept("new lanes use the certificates as they were before: " + wrong);
        }
        complaint = wrong;
    }
}
