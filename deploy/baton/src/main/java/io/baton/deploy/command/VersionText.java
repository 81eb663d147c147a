package io.baton.deploy.command;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class VersionText implements IVersionProvider {

    /** Picocli makes one when it needs it. */
    public VersionText() {
    }

    @Override
    public String[] getVersion() {
        final String version =
            Objects.requireNonNullElse(VersionText.class.getPackage().getImplementationVersion(), "development build");
        return new String[] {"baton " + version + " (Java " + Runtime.version() + ")"};
    }
}
