package io.baton.lab;

import io.baton.lab.metric.Quantity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * What the papers' texts and tables state, number by number: ShiftLock (FAST 2025), DSLR (SIGMOD 2018) and qplock (the
 * technical report on asymmetric mutual exclusion). They are in {@code paper-numbers.csv} beside this class, with
 * section, figure or table. Numbers that only a drawing shows are not among them. Immutable.
 *
 * <p>How the rows are named:
 * <ul>
 *   <li>The papers' CAS with backoff is {@code CAS-B} everywhere, without it {@code CAS-NB}.
 *   <li>A workload carries a sweep's value (" 240 clients", " 1000 locks", " N=32", " N=infinity") where its experiment
 *       sweeps that value, so in table3 but not in table4. {@code uniform} means all three uniform workloads.
 *   <li>{@code goodputRatio/MCS} is the lock's goodput over that of MCS; {@code goodputRatio/others.min} and {@code
 *       .max} are the least and greatest such ratio over the locks that the source column names, or all others.
 *       {@code Reduction} is one minus a ratio in percent, {@code Speedup} a latency of the other over the lock's.
 *   <li>{@code metric.min} and {@code metric.max} for a single lock are bounds that the text gives.
 *   <li>{@code atomics}, {@code reads} and {@code writes} are averages per acquire and release together.
 *   <li>Where the text gives a difference, the row holds the sum, and its source the terms.
 * </ul>
 */
public final class PaperNumbers {

    private static final String RESOURCE = "paper-numbers.csv";
    private static final String HEADER = "experiment,lock,workload,metric,value,unit,source";

    private final List<PaperNumber> rows;

    private PaperNumbers(List<PaperNumber> rows) {
        this.rows = List.copyOf(rows);
    }

    /**
     * Reads the numbers that come with this class.
     *
     * @return all of them
     * @throws IllegalStateException if this build lacks them or they are damaged
     */
    public static PaperNumbers load() {
        try (InputStream bytes = PaperNumbers.class.getResourceAsStream(RESOURCE)) {
            if (bytes == null) {
                throw new IllegalStateException("there is no " + RESOURCE + " in this build; build it again");
            }
            return parse(new BufferedReader(new InputStreamReader(bytes, StandardCharsets.UTF_8)).readAllLines());
        } catch (IOException e) {
            throw new UncheckedIOException("the papers' numbers in " + RESOURCE + " could not be read", e);
        }
    }

    static PaperNumbers parse(List<String> lines) {
        if (lines.isEmpty() || !lines.getFirst().equals(HEADER)) {
            throw new IllegalStateException(RESOURCE + " does not begin with the line " + HEADER + "; write it there");
        }
        final List<PaperNumber> rows = new ArrayList<>();
        final Set<List<String>> keys = new HashSet<>();
        for (int i = 1; i < lines.size(); i++) {
            final PaperNumber row = row(i + 1, lines.get(i));
            if (!keys.add(List.of(row.experiment(), row.lock(), row.workload(), row.metric().label()))) {
                throw new IllegalStateException(
                    RESOURCE + " line " + (i + 1) + ": a second value for the same number; keep one");
            }
            rows.add(row);
        }
        return new PaperNumbers(rows);
    }

    private static PaperNumber row(int line, String text) {
        try {
            return PaperNumber.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(RESOURCE + " line " + line + ": " + e.getMessage(), e);
        }
    }

    /**
     * Looks a number up.
     *
     * @param experiment such as {@code figure4}
     * @param lock such as {@code RMA-RW}
     * @param workload such as {@code WI-zipf}
     * @param metric such as {@code p99}
     * @return the number, in the unit of its row, or empty if the papers' text gives none
     */
    public OptionalDouble lookup(String experiment, String lock, String workload, Quantity metric) {
        return rows.stream().filter(row -> row.isOf(experiment, lock, workload, metric))
            .mapToDouble(PaperNumber::value).findFirst();
    }

    /**
     * Returns what the papers say of an experiment.
     *
     * @param experiment such as {@code table3}
     * @return its rows in the order of the resource, none if there is no such experiment
     */
    public List<PaperNumber> of(String experiment) {
        return rows.stream().filter(row -> row.experiment().equals(experiment)).toList();
    }

    /** {@return all numbers, in the order of the resource's rows} */
    public List<PaperNumber> all() {
        return rows;
    }
}
