package io.baton.engine.observe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text of others within a line. */
class PrintableTextTest {

    /** All that Unicode has for controls, separators of lines and directions of writing; and half characters. */
    @Test
    void whatMovesACursorOrTurnsALineIsEscaped() {
        for (int c = 0; c <= Character.MAX_VALUE; c++) {
            final int type = Character.getType(c);
            final boolean moves = type == Character.CONTROL || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR || isDirection(c);
            assertThat(PrintableText.isPrintable(c)).as(Integer.toHexString(c)).isEqualTo(!moves);
            final String text = "a" + (char) c + "b";
            if (moves || type == Character.SURROGATE) {
                assertThat(PrintableText.of(text)).startsWith("a\\").endsWith("b")
                    .matches(printed -> printed.chars().allMatch(each -> each >= ' ' && each < 0x7f));
            } else {
                assertThat(PrintableText.of(text)).isSameAs(text);
            }
        }
    }

    private static boolean isDirection(int c) {
        return switch (Character.getDirectionality(c)) {
            case Character.DIRECTIONALITY_LEFT_TO_RIGHT_EMBEDDING, Character.DIRECTIONALITY_LEFT_TO_RIGHT_OVERRIDE,
                Character.DIRECTIONALITY_RIGHT_TO_LEFT_EMBEDDING, Character.DIRECTIONALITY_RIGHT_TO_LEFT_OVERRIDE,
                Character.DIRECTIONALITY_POP_DIRECTIONAL_FORMAT, Character.DIRECTIONALITY_LEFT_TO_RIGHT_ISOLATE,
                Character.DIRECTIONALITY_RIGHT_TO_LEFT_ISOLATE, Character.DIRECTIONALITY_FIRST_STRONG_ISOLATE,
                Character.DIRECTIONALITY_POP_DIRECTIONAL_ISOLATE -> true;
            default -> c == 0x200e || c == 0x200f || c == 0x061c;
        };
    }

    @Test
    void whatIsEscapedCanStillBeRead() {
        assertThat(PrintableText.of("a\n\r\tb\u001b[2J\u009b\u2028\u202e")).isEqualTo(
            "a\\n\\r\\tb\\u001b[2J\\u009b\\u2028\\u202e");
        assertThat(PrintableText.of("ünï \ud83d\ude00 \\")).isEqualTo("ünï \ud83d\ude00 \\");
        assertThat(PrintableText.of("abc\n", 4)).isEqualTo("abc\\n");
        assertThat(PrintableText.of("abc\n", 3)).isEqualTo("abc...");
        assertThat(PrintableText.of("\u0085x", 1)).isEqualTo("\\u0085...");
    }
}
