package io.baton.deploy.run;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What one workload tells of its run and others do not.
 *
 * @param facts for people: a short name and a text each
 * @param json for programs: keys that no other part of the result has, with values as {@code JsonWriter} takes them
 */
public record RunRemarks(SequencedMap<String, String> facts, SequencedMap<String, Object> json) {

    /** Nothing to tell. */
    public static final RunRemarks NONE = new RunRemarks(new LinkedHashMap<>(), new LinkedHashMap<>());
}
