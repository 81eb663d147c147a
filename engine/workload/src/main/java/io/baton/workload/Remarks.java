package io.baton.workload;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What one workload tells of its run and others do not.
 *
 * @param facts for people: a short name and a text each
 * @param json for programs: keys that no other part of the result has, with values that are strings, numbers, booleans,
 *     or collections and maps of these
 */
public record Remarks(SequencedMap<String, String> facts, SequencedMap<String, Object> json) {

    /** Nothing to tell. */
    public static final Remarks NONE = new Remarks(new LinkedHashMap<>(), new LinkedHashMap<>());
}
