package io.baton.lab.run;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import io.baton.lab.run.RecordedRun.Second;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the JSON of a run's report, and says what is wrong with what is none. */
final class RunReportParser {

    static final String ADVICE = "give a report that 'baton run WORKLOAD --json FILE' has written";

    private static final String SERIES = "everySecond";
    private static final String ELAPSED = "elapsedSeconds";
    private static final int SECONDS_MIN = 2;
    private static final Gson GSON = new GsonBuilder().setStrictness(Strictness.STRICT).create();

    private RunReportParser() {
    }

    /**
     * Reads a report.
     *
     * @param text JSON
     * @return what of it is drawn
     * @throws IllegalArgumentException if it is no JSON or no report of a run, or lacks something that is drawn; the
     *         message says what
     */
    static RecordedRun parse(String text) {
        final JsonObject report = object(json(text));
        if (!(report.get(SERIES) instanceof JsonObject series)) {
            throw new IllegalArgumentException("it has no object " + SERIES + "; " + ADVICE);
        }
        final double budget = number(report.get("memoryBudgetBytes"), "memoryBudgetBytes");
        return new RecordedRun(workload(report), budget, seconds(series));
    }

    private static @Nullable JsonElement json(String text) {
        try {
            return GSON.fromJson(text, JsonElement.class);
        } catch (JsonParseException e) {
            throw new IllegalArgumentException("this is not JSON; " + ADVICE, e);
        }
    }

    private static JsonObject object(@Nullable JsonElement json) {
        if (json == null) {
            throw new IllegalArgumentException("this is not JSON but empty; " + ADVICE);
        }
        if (json instanceof JsonObject object) {
            return object;
        }
        throw new IllegalArgumentException("this is JSON, but no report of a run; " + ADVICE);
    }

    private static String workload(JsonObject report) {
        if (report.get("workload") instanceof JsonPrimitive name && name.isString()) {
            return name.getAsString();
        }
        throw new IllegalArgumentException("it does not name its workload; " + ADVICE);
    }

    private static List<Second> seconds(JsonObject series) {
        final List<Double> elapsed = column(series, ELAPSED);
        final int length = elapsed.size();
        final List<Double> memory = column(series, "memoryBytes", length);
        final List<Double> outOfMemory = column(series, "outOfMemory", length);
        final List<Double> committed = series.has("committedPerSecond")
            ? column(series, "committedPerSecond", length)
            : Collections.nCopies(length, Double.NaN);
        if (length < SECONDS_MIN) {
            throw new IllegalArgumentException(
                "it covers less than " + SECONDS_MIN + " seconds; give the report of a longer run");
        }
        final List<Second> seconds = new ArrayList<>();
        double before = 0;
        for (int i = 0; i < length; i++) {
            if (elapsed.get(i) <= before) {
                throw new IllegalArgumentException(
                    SERIES + "." + ELAPSED + "[" + i + "] is not later than what comes before; " + ADVICE);
            }
            before = elapsed.get(i);
            seconds.add(new Second(before, memory.get(i), outOfMemory.get(i), committed.get(i)));
        }
        return List.copyOf(seconds);
    }

    private static List<Double> column(JsonObject series, String name, int length) {
        final List<Double> column = column(series, name);
        if (column.size() != length) {
            throw new IllegalArgumentException(SERIES + "." + name + " has " + column.size() + " numbers and " + ELAPSED
                + " " + length + "; " + ADVICE);
        }
        return column;
    }

    private static List<Double> column(JsonObject series, String name) {
        if (!(series.get(name) instanceof JsonArray array)) {
            throw new IllegalArgumentException("it has no array " + SERIES + "." + name + "; " + ADVICE);
        }
        final List<Double> numbers = new ArrayList<>();
        for (final JsonElement element : array) {
            numbers.add(number(element, SERIES + "." + name + "[" + numbers.size() + "]"));
        }
        return numbers;
    }

    private static double number(@Nullable JsonElement element, String name) {
        if (element instanceof JsonPrimitive primitive && primitive.isNumber()) {
            final double number = primitive.getAsDouble();
            if (Double.isFinite(number) && number >= 0) {
                return number;
            }
        }
        throw new IllegalArgumentException(name + " is " + (element == null ? "missing" : element)
            + " instead of a number from 0; " + ADVICE);
    }
}
