package io.baton.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules for single lines of any text file: width, tabs, trailing blanks, the last line feed, notes to oneself. */
final class LineCheck {
    static final int COLUMNS_MAX = 120;

    /** Spelt in two halves, so that this file keeps its own rule. */
    private static final Pattern MARKER = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X|HA" + "CK)\\b");

    private static final Pattern TRAILING_BLANK = Pattern.compile("\\s$");

    private LineCheck() {
    }

    static List<Violation> check(SourceText file) {
        List<Violation> violations = new ArrayList<>();
        int number = 0;
        for (String line : file.lines()) {
            number++;
            checkLine(file, number, line, violations);
        }
        if (!file.text().isEmpty() && !file.text().endsWith("\n")) {
            violations.add(file.violation(number, "no line feed at the end", "end the file with one"));
        }
        return violations;
    }

    private static void checkLine(SourceText file, int number, String line, List<Violation> violations) {
        int columns = line.codePointCount(0, line.length());
        if (file.isJava() && columns > COLUMNS_MAX) {
            violations.add(file.violation(
                number, columns + " columns, the limit is " + COLUMNS_MAX, "break the line"));
        }
        if (line.indexOf('\t') >= 0) {
            violations.add(file.violation(number, "a tab", "indent with spaces, as .editorconfig says"));
        }
        if (TRAILING_BLANK.matcher(line).find()) {
            violations.add(file.violation(number, "a trailing blank or carriage return", "delete it"));
        }
        Matcher marker = MARKER.matcher(line);
        if (marker.find()) {
            violations.add(file.violation(
                number, "a note to oneself: " + marker.group(), "do it now, or file an issue and delete the note"));
        }
    }
}
