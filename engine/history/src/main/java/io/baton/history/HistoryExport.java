package io.baton.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Writes a history as JSON lines, one transaction a line, for other people's tools; see docs/history-format.md. Keys
 * and prefixes are strings, because they take all 64 bits.
 */
public final class HistoryExport {

    private final History history;
    private final List<RecordedTable> tables;
    private final StringBuilder line = new StringBuilder();

    /**
     * Prepares an export.
     *
     * @param history before its first transaction
     */
    public HistoryExport(History history) {
        this.history = history;
        this.tables = history.tables();
    }

    /**
     * Writes all lines.
     *
     * @param out where to
     * @return how many transactions there were
     * @throws UncheckedIOException if they cannot be written
     */
    public long write(Appendable out) {
        long transactions = 0;
        try {
            while (history.next()) {
                line.setLength(0);
                transaction();
                out.append(line);
                transactions++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the transactions could not be written: " + e.getMessage(), e);
        }
        return transactions;
    }

    private void transaction() {
        line.append("{\"id\":\"").append(history.client()).append('-').append(history.sequence())
            .append("\",\"client\":").append(history.client())
            .append(",\"begin\":").append(history.beginNanos())
            .append(",\"point\":").append(history.pointNanos())
            .append(",\"end\":").append(history.endNanos())
            .append(",\"outcome\":\"").append(word(history.outcome())).append("\",\"operations\":[");
        String between = "";
        while (history.nextOperation()) {
            line.append(between);
            operation();
            between = ",";
        }
        line.append("]}\n");
    }

    private void operation() {
        final HistoryOperation kind = history.kind();
        final RecordedTable table = tables.get(history.table());
        line.append("{\"op\":\"").append(word(kind)).append("\",\"table\":");
        string(table.name());
        if (kind.prefix()) {
            line.append(",\"index\":");
            string(table.indexes().get(history.index()).name());
        }
        line.append(kind.prefix() ? ",\"prefix\":\"" : ",\"key\":\"").append(history.key())
            .append("\",\"version\":").append(history.version());
        if (history.scan() > 0) {
            line.append(",\"scan\":").append(history.scan());
        }
        if (kind == HistoryOperation.SCAN) {
            line.append(",\"low\":\"").append(history.lowSuffix())
                .append("\",\"high\":\"").append(history.highSuffix()).append('"');
        }
        line.append('}');
    }

    private static String word(HistoryOperation kind) {
        return switch (kind) {
            case READ -> "read";
            case READ_ABSENT -> "readAbsent";
            case SCANNED -> "scanned";
            case UPDATE -> "update";
            case INSERT -> "insert";
            case DELETE -> "delete";
            case SCAN -> "scan";
            case CHANGE -> "change";
            case REPLACE -> "replace";
        };
    }

    private static String word(HistoryOutcome outcome) {
        return switch (outcome) {
            case COMMITTED -> "committed";
            case ABORTED -> "aborted";
            case UNKNOWN -> "unknown";
        };
    }

    private void string(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                line.append('\\').append(c);
            } else if (c < ' ') {
                line.append(String.format("\\u%04x", (int) c));
            } else {
                line.append(c);
            }
        }
        line.append('"');
    }
}
