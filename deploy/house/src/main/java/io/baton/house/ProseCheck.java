package io.baton.house;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Pages, comments and messages are plain English: words that only puzzle stay out. */
final class ProseCheck {
    /**
     * What stays out, the first within names, too, and what to write instead. Spelt in two halves so that this file
     * keeps its own rule.
     */
    private static final Map<String, String> PUZZLING = new TreeMap<>(Map.of(
        "who" + "ever", "name the waiter, the holder, the caller or the client",
        "\\bbe" + "f(?:all\\w*|ell)\\b", "say what happens",
        "\\bby " + "heart\\b", "say memoized, cached or constant"));

    private record Word(Pattern pattern, String remedy) {
    }

    private static final List<Word> WORDS = PUZZLING.entrySet()
        .stream()
        .map(entry -> new Word(Pattern.compile("(?i)" + entry.getKey()), entry.getValue()))
        .toList();

    private ProseCheck() {
    }

    static List<Violation> check(SourceText file) {
        List<Violation> violations = new ArrayList<>();
        int number = 0;
        for (String line : file.lines()) {
            number++;
            for (Word word : WORDS) {
                var found = word.pattern().matcher(line);
                if (found.find()) {
                    violations.add(file.violation(number, "a puzzling word: " + found.group(), word.remedy()));
                }
            }
        }
        return violations;
    }
}
