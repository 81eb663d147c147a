package io.baton.deploy.command;

import io.baton.workload.Setting;
import io.baton.workload.Workload;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** An option for each setting of a workload. */
public final class SettingOptions {

    private SettingOptions() {
    }

    /**
     * Adds the options to a command, before all others.
     *
     * @param command to add to
     * @param workload whose settings they are
     */
    public static void add(CommandSpec command, Workload workload) {
        int order = 0;
        for (final Setting setting : workload.settings()) {
            command.addOption(option(setting, ++order));
        }
    }

    /**
     * Reads what was given, or the usual values.
     *
     * @param command with the options
     * @param workload whose settings they are
     * @return a value for each setting
     */
    public static Map<Setting, Long> values(CommandSpec command, Workload workload) {
        final Map<Setting, Long> values = new HashMap<>();
        workload.settings().forEach(setting -> values.put(setting, value(command, setting)));
        return values;
    }

    /**
     * Makes a format of a text.
     *
     * @param text any text
     * @return what shows it as it is, where picocli expects a format
     */
    public static String plain(String text) {
        return text.replace("%", "%%");
    }

    private static OptionSpec option(Setting setting, int order) {
        final OptionSpec.Builder option = OptionSpec.builder(name(setting)).order(order);
        if (setting.kind() == Setting.Kind.SWITCH) {
            return option.type(boolean.class).description(plain(setting.description())).build();
        }
        return option.type(String.class).paramLabel(setting.valueName()).defaultValue(String.valueOf(setting.usual()))
            .description(plain(setting.description()) + " Default: ${DEFAULT-VALUE}.").build();
    }

    private static long value(CommandSpec command, Setting setting) {
        final @Nullable Object given = command.findOption(name(setting)).getValue();
        if (setting.kind() == Setting.Kind.SWITCH) {
            return Boolean.TRUE.equals(given) ? 1 : 0;
        }
        return OptionValues.number(command, name(setting), String.valueOf(given), setting.least(), setting.most());
    }

    private static String name(Setting setting) {
        return "--" + setting.name();
    }
}
