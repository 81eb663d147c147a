package io.baton.house;

import java.util.EnumSet;
import java.util.Set;

/**
 * A class through which something from the outside world comes in, and which may therefore call it directly.
 *
 * @param className a top-level class; its nested classes belong to it
 * @param doors what it may call
 * @param why what the class needs it for
 */
record Seam(String className, Set<Door> doors, String why) {
    static Seam of(String className, String why, Door first, Door... others) {
        return new Seam(className, EnumSet.of(first, others), why);
    }

    boolean opens(String topLevelName, Door door) {
        return className.equals(topLevelName) && doors.contains(door);
    }
}
