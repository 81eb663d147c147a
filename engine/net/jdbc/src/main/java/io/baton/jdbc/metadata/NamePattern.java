package io.baton.jdbc.metadata;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A pattern of names as JDBC has it: % for any characters, _ for one, both literally behind a backslash. Immutable. */
final class NamePattern {

    private final @Nullable Pattern pattern;

    /** Makes a pattern; null is for all. */
    NamePattern(@Nullable String like) {
        this.pattern = like == null ? null : Pattern.compile(regex(like), Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }

    private static String regex(String like) {
        final StringBuilder regex = new StringBuilder();
        for (int i = 0; i < like.length(); i++) {
            final char c = like.charAt(i);
            if (c == '%') {
                regex.append(".*");
            } else if (c == '_') {
                regex.append('.');
            } else {
                final boolean escaped = c == '\\' && i + 1 < like.length();
                regex.append(Pattern.quote(String.valueOf(escaped ? like.charAt(++i) : c)));
            }
        }
        return regex.toString();
    }

    boolean matches(String name) {
        final Pattern wanted = pattern;
        return wanted == null || wanted.matcher(name).matches();
    }

    /** Whether what has no catalog and no schema is meant. */
    static boolean isEverywhere(@Nullable String catalog, @Nullable String schemaPattern) {
        return (catalog == null || catalog.isEmpty())
            && (schemaPattern == null || new NamePattern(schemaPattern).matches(""));
    }
}
