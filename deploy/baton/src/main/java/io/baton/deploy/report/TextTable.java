package io.baton.deploy.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of text: the first ones are words and stand left, the others are numbers and stand right. */
public final class TextTable {

    private static final String GAP = "  ";

    private final int wordColumns;
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Makes a table.
     *
     * @param wordColumns how many columns stand left
     * @param headings the headings
     */
    public TextTable(int wordColumns, String... headings) {
        this.wordColumns = wordColumns;
        row(headings);
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are headings; none for an empty line
     */
    public void row(String... cells) {
        rows.add(Arrays.asList(cells));
    }

    /**
     * Lays the table out.
     *
     * @return its lines, the headings first
     */
    public List<String> lines() {
        final int[] widths = new int[rows.getFirst().size()];
        for (final List<String> row : rows) {
            for (int column = 0; column < row.size(); column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private String line(List<String> row, int[] widths) {
        final StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            final String blanks = " ".repeat(widths[column] - row.get(column).length());
            line.append(column == 0 ? "" : GAP);
            line.append(column < wordColumns ? row.get(column) + blanks : blanks + row.get(column));
        }
        return line.toString().stripTrailing();
    }
}
