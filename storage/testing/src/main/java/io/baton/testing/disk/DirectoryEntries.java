package io.baton.testing.disk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of all files and directories. An inode has one name at most. A directory whose name is lost keeps what is
 * in it, but nobody finds it. Not thread-safe.
 */
final class DirectoryEntries {
    static final int NONE = -1;
    static final int ROOT = 0;

    private final Map<Place, Integer> inodes;
    private final Map<Integer, Place> places;

    DirectoryEntries() {
        inodes = new HashMap<>();
        places = new HashMap<>();
    }

    private DirectoryEntries(DirectoryEntries other) {
        inodes = new HashMap<>(other.inodes);
        places = new HashMap<>(other.places);
    }

    DirectoryEntries copy() {
        return new DirectoryEntries(this);
    }

    /** {@return the inode that has this name, or {@link #NONE}} */
    int inode(Place place) {
        return inodes.getOrDefault(place, NONE);
    }

    @Nullable
    Place place(int inode) {
        return places.get(inode);
    }

    /** The inodes that have names. */
    Set<Integer> named() {
        return places.keySet();
    }

    /** Moves an inode from its place, if it has one, to another, or to none. What was there has no name any more. */
    void move(int inode, @Nullable Place place) {
        Place before = places.remove(inode);
        if (before != null) {
            inodes.remove(before);
        }
        if (place != null) {
            Integer displaced = inodes.put(place, inode);
            if (displaced != null) {
                places.remove(displaced);
            }
            places.put(inode, place);
        }
    }

    /** The names in a directory, in an order that nobody should rely on. */
    List<String> list(int directory) {
        List<String> names = new ArrayList<>();
        for (Place place : inodes.keySet()) {
            if (place.directory() == directory) {
                names.add(place.name());
            }
        }
        return names;
    }

    /** Whether the second inode lies somewhere in the first one, or is the same. */
    boolean isAbove(int ancestor, int descendant) {
        int at = descendant;
        while (at != ancestor) {
            Place place = places.get(at);
            if (place == null) {
                return false;
            }
            at = place.directory();
        }
        return true;
    }
}
