package io.baton.house;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Paragraphs and bullets of Markdown pages stay short; code, tables and headings have no limit. */
final class ParagraphCheck {
    static final int PARAGRAPH_WORDS_MAX = 80;
    static final int BULLET_WORDS_MAX = 40;

    private static final Pattern FENCE = Pattern.compile("^\\s*(?:```|~~~)");
    private static final Pattern BULLET = Pattern.compile("^\\s*(?:[-*+]|\\d+[.)])\\s+.*");
    private static final Pattern BREAK = Pattern.compile("^\\s*(?:$|[|#<].*|-{3,}$|={3,}$)");
    private static final Pattern LINK_TARGET = Pattern.compile("\\]\\([^)]*\\)");

    private final SourceText page;
    private final List<Violation> violations = new ArrayList<>();
    private final StringBuilder words = new StringBuilder();
    private boolean bullet;
    private int begin;

    private ParagraphCheck(SourceText page) {
        this.page = page;
    }

    static List<Violation> check(SourceText page) {
        return new ParagraphCheck(page).read();
    }

    private List<Violation> read() {
        boolean fenced = false;
        int number = 0;
        for (String line : page.lines()) {
            number++;
            boolean fence = FENCE.matcher(line).find();
            fenced ^= fence;
            boolean bulletBegins = BULLET.matcher(line).matches();
            if (fence || fenced || bulletBegins || BREAK.matcher(line).matches()) {
                end();
            }
            if (!fence && !fenced && !BREAK.matcher(line).matches()) {
                if (words.isEmpty()) {
                    begin = number;
                    bullet = bulletBegins;
                }
                words.append(LINK_TARGET.matcher(line).replaceAll("]")).append(' ');
            }
        }
        end();
        return violations;
    }

    private void end() {
        int count = words.toString().isBlank() ? 0 : words.toString().strip().split("\\s+", -1).length;
        count -= bullet ? 1 : 0;
        int most = bullet ? BULLET_WORDS_MAX : PARAGRAPH_WORDS_MAX;
        if (count > most) {
            violations.add(page.violation(begin,
                (bullet ? "a bullet of " : "a paragraph of ") + count + " words, the limit is " + most,
                "cut it, or split it where it has two thoughts"));
        }
        words.setLength(0);
        bullet = false;
    }
}
