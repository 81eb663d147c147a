package io.baton.engine.csv;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
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

    /** Opens a file for reading; passes over a byte order mark. Bytes that are no UTF-8 are an exception when read. */
    static Reader open(Path file) throws IOException {
        final BufferedReader reader = Files.newBufferedReader(file);
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
}
