package io.baton.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record of a CSV file.
 *
 * @param number the number of the line that it begins in, from 1
 * @param fields its fields; null for one that is empty and not quoted
 */
record CsvLine(long number, List<@Nullable String> fields) {

    /** Tells quoted empty fields from others, which FastCSV's own records do not. */
    static final class Handler extends AbstractBaseCsvCallbackHandler<CsvLine> {

        private List<@Nullable String> fields = new ArrayList<>();

        @Override
        protected void handleBegin(long startingLineNumber) {
            fields = new ArrayList<>();
        }

        @Override
        protected void handleField(int index, char[] characters, int offset, int length, boolean quoted) {
            fields.add(length == 0 && !quoted ? null : new String(characters, offset, length));
        }

        @Override
        protected CsvLine buildRecord() {
            return new CsvLine(getStartingLineNumber(), fields);
        }
    }
}
