package io.baton.deploy.client;

import io.baton.protocol.RecordValue;
import io.baton.protocol.ValueKind;
import io.baton.protocol.ValueType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists and records as people type them: {@code [1, 2]} and {@code (1, "a, b", NULL)}, one within the other as their
 * types are. What has a comma, a bracket or a blank at its ends stands in double quotes, with a backslash in front of
 * those within; what does not begin with a quote may have them in its middle.
 */
final class NestedTexts {

    private static final char QUOTE = '"';
    private static final char ESCAPE = '\\';
    private static final String AFTER_QUOTE =
        "what begins with a quotation mark ends with the next one; put a backslash in front of those within";

    private NestedTexts() {
    }

    /**
     * Reads one.
     *
     * @param type of a list or a record
     * @throws IllegalArgumentException if it does not fit; the message says what would
     */
    static Object parse(ValueType type, String text) {
        return type.kind() == ValueKind.LIST ? list(type.element(), text) : record(type, text);
    }

    private static List<@Nullable Object> list(ValueType element, String text) {
        final List<@Nullable Object> values = new ArrayList<>();
        for (final String item : items(text, '[', ']', "give a list of " + element + ", for example [1,2,3]")) {
            values.add(item(element, item));
        }
        return values;
    }

    private static RecordValue record(ValueType type, String text) {
        final String wanted = "give a record of " + type + ", its values in parentheses with commas between";
        final List<String> items = items(text, '(', ')', wanted);
        if (items.size() != type.parts().size()) {
            throw new IllegalArgumentException(wanted + ": there are " + items.size());
        }
        final List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            values.add(item(type.parts().get(i).type(), items.get(i)));
        }
        return new RecordValue(values);
    }

    private static @Nullable Object item(ValueType type, String item) {
        final boolean quoted = item.length() > 1 && item.charAt(0) == QUOTE;
        final boolean text = type.kind() == ValueKind.STRING || type.kind() == ValueKind.ANY;
        // NULL in quotes is a text.
        return quoted && text ? unquoted(item) : ValueTexts.parse(type, quoted ? unquoted(item) : item);
    }

    private static String unquoted(String item) {
        if (endOfQuote(item, 0, item.length(), AFTER_QUOTE) < item.length() - 1) {
            throw new IllegalArgumentException(AFTER_QUOTE);
        }
        return item.substring(1, item.length() - 1).replaceAll("\\\\(.)", "$1");
    }

    /** What stands between the brackets, and between the commas that are within no others. */
    private static List<String> items(String given, char open, char close, String wanted) {
        final String text = given.strip();
        if (text.length() < 2 || text.charAt(0) != open || text.charAt(text.length() - 1) != close) {
            throw new IllegalArgumentException(wanted);
        }
        final List<String> items = new ArrayList<>();
        int begin = 1;
        int depth = 0;
        for (int at = 1; at < text.length() - 1; at++) {
            switch (text.charAt(at)) {
                case QUOTE -> {
                    if (text.substring(begin, at).isBlank() || depth > 0) {
                        at = endOfQuote(text, at, text.length() - 1, wanted);
                    }
                }
                case '[', '(' -> depth++;
                case ']', ')' -> depth--;
                case ',' -> {
                    if (depth == 0) {
                        items.add(text.substring(begin, at).strip());
                        begin = at + 1;
                    }
                }
                default -> {
                    // Part of an item.
                }
            }
            if (depth < 0) {
                throw new IllegalArgumentException(wanted);
            }
        }
        final String last = text.substring(begin, text.length() - 1).strip();
        if (depth != 0) {
            throw new IllegalArgumentException(wanted);
        }
        if (!items.isEmpty() || !last.isEmpty()) {
            items.add(last);
        }
        return items;
    }

    private static int endOfQuote(String text, int begin, int end, String wanted) {
        for (int at = begin + 1; at < end; at++) {
            if (text.charAt(at) == ESCAPE) {
                at++;
            } else if (text.charAt(at) == QUOTE) {
                return at;
            }
        }
        throw new IllegalArgumentException(wanted + "; a quotation mark is open");
    }
}
