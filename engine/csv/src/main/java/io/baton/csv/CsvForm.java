package io.baton.csv;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks through a CSV file from its begin to its end before anything of it is loaded: whether it is UTF-8, its quotes
 * are closed, its lines have as many fields as the first one, no field is longer than any column, and its end is no
 * cut. Reads bytes, keeps a buffer and the first line, and is stricter than RFC 4180 asks for: where two readers would
 * read different rows, such as a quote in the middle of a field or a carriage return alone, the file is refused. One
 * file, one thread.
 */
final class CsvForm {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    /** How files begin that are no CSV at all, and what they are. */
    private static final List<Magic> OTHERS = List.of(
        new Magic(new byte[] {(byte) 0xff, (byte) 0xfe}, "is UTF-16; convert it to UTF-8"),
        new Magic(new byte[] {(byte) 0xfe, (byte) 0xff}, "is UTF-16; convert it to UTF-8"),
        new Magic(new byte[] {0x1f, (byte) 0x8b}, "is compressed by gzip; unpack it"),
        new Magic(new byte[] {'P', 'K', 3, 4}, "is a ZIP archive or a spreadsheet; export it as CSV"));
    private static final int CONTINUATION_LEAST = 0x80;
    private static final int CONTINUATION_MOST = 0xbf;

    private final int fieldBytesMax;
    private final int columnsMax;
    private final CsvEnd end;
    private final Header header;

    private Place place = Place.BEGIN;
    private boolean carriageReturn;
    /** Bytes that the character still needs, and what the next of them may be. */
    private int needed;
    private int least;
    private int most;

    private long offset;
    /** Of the character that was read last. */
    private long line = 1;
    private long column;
    private long fieldLine;
    private long fieldColumn;
    private int fieldBytes;
    private int fields;

    /** Null once the first line was taken. */
    private @Nullable List<String> names = new ArrayList<>();
    private final ByteArrayOutputStream name = new ByteArrayOutputStream();
    private int columns;
    private long wholeBytes;

    /** Where in a line the scan is. */
    private enum Place {
        /** At the begin of a field. */
        BEGIN,
        /** In a field without quotes. */
        PLAIN,
        /** Between quotes. */
        QUOTED,
        /** Behind a quote that ends a field, or is the first of two that stand for one. */
        QUOTE
    }

    @SuppressWarnings("ArrayRecordComponent") // Constants of this class, changed by nobody.
    private record Magic(byte[] bytes, String what) {

        boolean begins(byte[] buffer, int length) {
            return length >= bytes.length && java.util.Arrays.equals(buffer, 0, bytes.length, bytes, 0, bytes.length);
        }
    }

    /** Takes the first line. */
    interface Header {

        /**
         * Takes it.
         *
         * @param line its number
         * @param names the names in it; one more than the table has columns, if there are too many
         */
        void names(long line, List<String> names);
    }

    /** What is wrong, to stand behind the file's name. */
    static final class Fault extends Exception {

        private static final long serialVersionUID = 1L;

        Fault(String what) {
            super(what, null, false, false);
        }
    }

    /**
     * Prepares.
     *
     * @param fieldBytesMax the most bytes of UTF-8 that a field may have, without its quotes
     * @param columnsMax how many columns the table has
     * @param end what a file without a last line feed is taken for
     * @param header takes the first line, before the others are looked at; what it throws passes
     */
    CsvForm(int fieldBytesMax, int columnsMax, CsvEnd end, Header header) {
        this.fieldBytesMax = fieldBytesMax;
        this.columnsMax = columnsMax;
        this.end = end;
        this.header = header;
    }

    /**
     * Looks through a file.
     *
     * @param input the file, closed by the caller
     * @return how many of its bytes count; 0 if it has no line, not even a first one
     * @throws Fault if it is no such file
     * @throws IOException if it cannot be read
     */
    long check(InputStream input) throws Fault, IOException {
        final byte[] buffer = new byte[BUFFER_BYTES];
        int length = input.readNBytes(buffer, 0, BUFFER_BYTES);
        for (final Magic other : OTHERS) {
            if (other.begins(buffer, length)) {
                throw new Fault(" " + other.what());
            }
        }
        int from = new Magic(BYTE_ORDER_MARK, "").begins(buffer, length) ? BYTE_ORDER_MARK.length : 0;
        offset = from;
        while (length > 0) {
            for (int i = from; i < length; i++) {
                offset++;
                take(buffer[i] & 0xff);
            }
            from = 0;
            length = input.readNBytes(buffer, 0, BUFFER_BYTES);
        }
        finish();
        return wholeBytes;
    }

    private void take(int b) throws Fault {
        if (needed > 0) {
            if (b < least || b > most) {
                throw notUtf8();
            }
            needed--;
            least = CONTINUATION_LEAST;
            most = CONTINUATION_MOST;
        } else {
            column++;
            if (b >= CONTINUATION_LEAST) {
                lead(b);
            }
        }
        if (carriageReturn && b != '\n') {
            column--;
            throw fault("a carriage return without a line feed behind it; end lines with a line feed, and put a field"
                + " that has such a character in quotes");
        }
        switch (place) {
            case BEGIN -> {
                if (b == '"') {
                    beginField();
                    place = Place.QUOTED;
                } else {
                    plain(b);
                }
            }
            case PLAIN -> plain(b);
            case QUOTED -> {
                if (b == '"') {
                    place = Place.QUOTE;
                } else {
                    content(b);
                    if (b == '\n') {
                        nextLine();
                    }
                }
            }
            case QUOTE -> {
                if (b == '"') {
                    content(b);
                    place = Place.QUOTED;
                } else if (!ends(b)) {
                    throw fault("text behind the quote that closes a field; double each quote within a field");
                }
            }
        }
    }

    private void plain(int b) throws Fault {
        if (ends(b)) {
            return;
        }
        if (b == '"') {
            throw fault("a quote in a field that does not begin with one; put the field in quotes, and double each"
                + " quote within it");
        }
        if (b == 0) {
            throw fault("a byte of zero; if the value has one, put it in quotes, else the file is damaged or not"
                + " UTF-8");
        }
        if (place == Place.BEGIN) {
            beginField();
            place = Place.PLAIN;
        }
        content(b);
    }

    private void beginField() {
        fieldLine = line;
        fieldColumn = column;
    }

    private void content(int b) throws Fault {
        if (++fieldBytes > fieldBytesMax) {
            throw new Fault(at(fieldLine, fieldColumn) + "a field of more than " + fieldBytesMax
                + " bytes, which no column takes; shorten it, or close the quote that it begins with");
        }
        if (names != null) {
            name.write(b);
        }
    }

    /** Takes what ends a field or a line outside of quotes; says whether it was that. */
    private boolean ends(int b) throws Fault {
        switch (b) {
            case ',' -> {
                endField();
                if (names == null && fields == columns) {
                    throw fault("the line has more fields than the " + plural(columns, "column")
                        + " of the first line; put a field with a comma in quotes");
                }
            }
            case '\r' -> carriageReturn = true;
            case '\n' -> {
                carriageReturn = false;
                if (fields > 0 || place != Place.BEGIN) {
                    endLine();
                }
                nextLine();
                wholeBytes = offset;
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void nextLine() {
        line++;
        column = 0;
    }

    private void endField() throws Fault {
        fields++;
        fieldBytes = 0;
        place = Place.BEGIN;
        final List<String> first = names;
        if (first != null) {
            first.add(name.toString(StandardCharsets.UTF_8));
            name.reset();
            if (first.size() > columnsMax) {
                // There is a name among them that is unknown or there twice.
                header.names(line, first);
            }
        }
    }

    private void endLine() throws Fault {
        endField();
        final List<String> first = names;
        if (first != null) {
            columns = fields;
            header.names(line, first);
            names = null;
        } else if (fields < columns) {
            throw fault("the line has " + plural(fields, "field") + ", but the first line names "
                + plural(columns, "column"));
        }
        fields = 0;
    }

    private void finish() throws Fault {
        final boolean begun = place != Place.BEGIN || fields > 0 || carriageReturn;
        if (!begun || (end == CsvEnd.CUT_OFF && names == null)) {
            return;
        }
        if (needed > 0) {
            throw cut("within a character");
        }
        if (place == Place.QUOTED) {
            throw new Fault(at(fieldLine, fieldColumn) + "the quote that begins here is never closed: the file is cut"
                + " off, or the quote too much");
        }
        column++;
        if (names != null) {
            if (end != CsvEnd.ANY) {
                throw cut("within its first line");
            }
        } else if (fields + 1 < columns) {
            throw cut("in field " + (fields + 1) + " of " + columns);
        } else if (end == CsvEnd.LINE_FEED) {
            throw fault("the file ends without a line feed, so its last value may be cut off; get the whole file, or"
                + " add a line feed if it is whole");
        }
        endLine();
        wholeBytes = offset;
    }

    private Fault cut(String where) {
        return fault("the file ends " + where + ": it is cut off");
    }

    /** The first byte of a character of several; table 3-7 of Unicode has the ranges. */
    private void lead(int b) throws Fault {
        needed = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        least = b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : CONTINUATION_LEAST;
        most = b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : CONTINUATION_MOST;
        if (b < 0xc2 || b > 0xf4) {
            throw notUtf8();
        }
    }

    private Fault notUtf8() {
        return fault("bytes that are not UTF-8; convert the file");
    }

    private Fault fault(String what) {
        return new Fault(at(line, column) + what);
    }

    private static String at(long line, long column) {
        return ", line " + line + ", column " + column + ": ";
    }

    private static String plural(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
