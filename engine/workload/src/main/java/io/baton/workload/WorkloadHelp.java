package io.baton.workload;

import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What the command line says about a workload: plain text, which the command line breaks into lines.
 *
 * @param summary one sentence
 * @param description what a run does, in a few sentences
 * @param examples options after {@code baton run NAME}, and what they are good for; no options for the first look
 * @param muchData options of a run that needs more heap than there is by default
 */
public record WorkloadHelp(
        String summary, String description, SequencedMap<String, String> examples, String muchData) {

    /** Keeps the examples as they are now. */
    public WorkloadHelp {
        examples = new LinkedHashMap<>(examples);
    }

    /**
     * Makes a help without examples.
     *
     * @param summary one sentence
     * @param description what a run does
     * @param muchData options of a run that needs more heap than there is by default
     */
    public WorkloadHelp(String summary, String description, String muchData) {
        this(summary, description, new LinkedHashMap<>(), muchData);
    }

    /**
     * Adds an example.
     *
     * @param options after {@code baton run NAME}
     * @param purpose what they are good for
     * @return a help with one more example
     */
    public WorkloadHelp example(String options, String purpose) {
        final SequencedMap<String, String> more = new LinkedHashMap<>(examples);
        more.put(options, purpose);
        return new WorkloadHelp(summary, description, more, muchData);
    }
}
