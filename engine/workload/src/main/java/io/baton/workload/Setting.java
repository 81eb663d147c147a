package io.baton.workload;

/**
 * A setting that one workload has and others do not. The command line makes an option of it: {@code --name VALUE}, or
 * {@code --name} for a switch.
 *
 * @param name lower-case words with hyphens, without the two in front; a scale is named in the plural of what it counts
 * @param kind what it is for
 * @param valueName what the help calls its value, N or PERCENT; nothing for a switch
 * @param description one sentence; the command line adds the default
 * @param least its least value
 * @param most its largest value
 * @param usual its value unless told otherwise
 */
public record Setting(String name, Kind kind, String valueName, String description, long least, long most, long usual) {

    /** What a setting is for. */
    public enum Kind {
        /** How many there are of what the data consist of. Reports and JSON show it under its name. */
        SCALE,
        /** Another number. */
        NUMBER,
        /** On (1) or off (0); off unless told otherwise. */
        SWITCH
    }

    /** Checks the range. */
    public Setting {
        if (least > usual || usual > most) {
            throw new IllegalArgumentException(
                "setting " + name + ": " + usual + " is not between " + least + " and " + most);
        }
    }

    /**
     * Describes a scale.
     *
     * @param name what is counted, in the plural
     * @param description one sentence
     * @param least the smallest scale
     * @param most the largest scale
     * @param usual the scale unless told otherwise
     * @return the setting
     */
    public static Setting scale(String name, String description, long least, long most, long usual) {
        return new Setting(name, Kind.SCALE, "N", description, least, most, usual);
    }

    /**
     * Describes a share of a hundred.
     *
     * @param name the setting's name
     * @param description one sentence
     * @param least its least value, 0 or more
     * @param usual its value unless told otherwise
     * @return the setting, 100 at the most
     */
    public static Setting percent(String name, String description, long least, long usual) {
        return new Setting(name, Kind.NUMBER, "PERCENT", description, least, 100, usual);
    }

    /**
     * Describes a switch, which is off unless told otherwise.
     *
     * @param name the setting's name
     * @param description one sentence
     * @return the setting
     */
    public static Setting onOff(String name, String description) {
        return new Setting(name, Kind.SWITCH, "", description, 0, 1, 0);
    }
}
