package io.baton.house;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Imports stand in one order, name one type or member each, and are used. */
final class ImportCheck {
    private static final Pattern IMPORT = Pattern.compile("import (static )?([\\w.]+(?:\\.\\*)?|module [\\w.]+);.*");

    private static final Pattern NO_WORD = Pattern.compile("\\W+");
    private static final String MEND = "let mvn -B validate -Pformat mend it";

    /** The file's lines before its imports, its imports as they should be, and the lines after them. */
    private record Parts(
            List<String> before, List<String> found, List<String> expected, List<String> after, Set<String> words) {
    }

    private ImportCheck() {
    }

    static List<Violation> check(SourceText file) {
        Parts parts = split(file);
        List<Violation> violations = new ArrayList<>();
        for (int line = 0; line < parts.found().size(); line++) {
            Matcher imported = IMPORT.matcher(parts.found().get(line));
            int number = parts.before().size() + line + 1;
            if (imported.matches() && isWide(imported.group(2))) {
                violations.add(file.violation(number, parts.found().get(line), "import each type by its name"));
            } else if (imported.matches() && !isUsed(imported.group(2), parts.words())) {
                violations.add(file.violation(number, "unused: " + parts.found().get(line), "delete it, or " + MEND));
            }
        }
        if (violations.isEmpty() && !parts.found().equals(parts.expected())) {
            violations.add(file.violation(parts.before().size() + 1,
                "imports are out of order: static ones first, a blank line, the others, each block sorted", MEND));
        }
        return violations;
    }

    /** The file with its imports in order and without the unused ones. */
    static String mended(SourceText file) {
        Parts parts = split(file);
        List<String> lines = new ArrayList<>(parts.before());
        lines.addAll(parts.expected());
        if (parts.expected().isEmpty() && !parts.found().isEmpty()) {
            lines.removeLast();
        }
        lines.addAll(parts.after());
        return String.join("\n", lines) + "\n";
    }

    private static Parts split(SourceText file) {
        List<String> lines = file.lines();
        int first = lines.size();
        int end = 0;
        for (int line = 0; line < lines.size(); line++) {
            if (IMPORT.matcher(lines.get(line)).matches()) {
                first = Math.min(first, line);
                end = line + 1;
            }
        }
        if (end == 0) {
            return new Parts(lines, List.of(), List.of(), List.of(), Set.of());
        }
        List<String> found = lines.subList(first, end);
        List<String> after = lines.subList(end, lines.size());
        Set<String> words = new HashSet<>();
        Stream.concat(lines.subList(0, first).stream(), after.stream())
            .forEach(line -> words.addAll(Arrays.asList(NO_WORD.split(line, -1))));
        return new Parts(lines.subList(0, first), found, inOrder(found, words), after, words);
    }

    private static List<String> inOrder(List<String> found, Set<String> words) {
        List<String> members = new ArrayList<>();
        List<String> types = new ArrayList<>();
        List<String> order = new ArrayList<>();
        for (String line : found) {
            Matcher imported = IMPORT.matcher(line);
            if (!imported.matches()) {
                if (!line.isBlank()) {
                    order.add(line);
                }
            } else if (isWide(imported.group(2)) || isUsed(imported.group(2), words)) {
                (imported.group(1) != null ? members : types).add(line);
            }
        }
        members.stream().distinct().sorted(ImportCheck::compare).forEach(order::add);
        if (!members.isEmpty() && !types.isEmpty()) {
            order.add("");
        }
        types.stream().distinct().sorted(ImportCheck::compare).forEach(order::add);
        return order;
    }

    /** By name without the semicolon, so that a type comes before the types in it. */
    private static int compare(String left, String right) {
        return left.replace(";", "").compareTo(right.replace(";", ""));
    }

    private static boolean isWide(String name) {
        return name.endsWith("*") || name.startsWith("module ");
    }

    /** A comment that names it uses it, too. */
    private static boolean isUsed(String name, Set<String> words) {
        return words.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
