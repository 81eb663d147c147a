package io.baton.deploy.command;

import io.baton.deploy.report.ResultFile;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option of commands that also write to a file what they tell. */
public final class JsonOption {

    @Option(names = "--json", paramLabel = "FILE", order = 90,
        description = "Also write the result to a file, as JSON.")
    private @Nullable String json;

    /** For commands that have it. */
    public JsonOption() {
    }

    /**
     * Reads the name of the file.
     *
     * @param command whose option it is
     * @param context has the file system
     * @return the file, which is not opened yet; null if none was given
     * @throws ParameterException if it cannot be a file; it says why
     */
    public @Nullable ResultFile file(CommandSpec command, CommandContext context) {
        return json == null ? null : OptionValues.file(command, context, "--json", json);
    }
}
