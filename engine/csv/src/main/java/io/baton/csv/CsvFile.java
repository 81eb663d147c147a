package io.baton.csv;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens CSV files, UTF-8, and says what is wrong with them. */
final class CsvFile {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private CsvFile() {
    }

    /** Makes a file that is not there yet. */
    static Writer create(Path file) throws IOException {
        return Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Opens a file for reading; passes over a byte order mark. Bytes that are no UTF-8 are an exception when read.
     *
     * @param bytes how many of its bytes are read at most
     */
    static Reader open(Path file, long bytes) throws IOException {
        final BufferedReader reader = new BufferedReader(new InputStreamReader(new First(Files.newInputStream(file),
            bytes), StandardCharsets.UTF_8.newDecoder()));
        boolean complete = false;
        try {
            reader.mark(1);
            if (reader.read() != BYTE_ORDER_MARK) {
                reader.reset();
            }
            complete = true;
            return reader;
        } finally {
            if (!complete) {
                reader.close();
            }
        }
    }

    /** What is wrong, for the end of a sentence. */
    static String reason(IOException failure) {
        return switch (failure) {
            case FileAlreadyExistsException ignored -> "there is something of that name already; give another name";
            case NoSuchFileException ignored -> "there is no such file or directory";
            case AccessDeniedException ignored -> "access is denied";
            case CharacterCodingException ignored -> "it is not UTF-8; convert it";
            default -> String.valueOf(failure.getMessage());
        };
    }

    /** The first bytes of a file. */
    private static final class First extends FilterInputStream {

        private long left;

        First(InputStream all, long bytes) {
            super(all);
            this.left = bytes;
        }

        @Override
        public int read() throws IOException {
            final int b = left == 0 ? -1 : super.read();
            left -= b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            final int count = left == 0 ? -1 : super.read(buffer, offset, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }

        @Override
        public long skip(long count) throws IOException {
            final long skipped = super.skip(Math.min(count, left));
            left -= skipped;
            return skipped;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
