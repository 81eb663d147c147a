package io.baton.storage.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of the example on page 4 of the specification. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class GoldenLogTest {
    private static final String HEADER = "42 41 54 4f 4e 4c 4f 47 01 00 00 00 00 10 00 00 "
        + "00 11 22 33 44 55 66 77 88 99 aa bb cc dd ee ff 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 "
        + "00 00 00 00 00 00 00 00 46 f3 4c f6 5e 47 06 00 00 00 00 00 18 67 f3 f2";
    private static final String RECORDS = "17 00 00 00 45 5c cb 92 00 00 00 00 00 00 00 00 01 03 00 00 61 62 63 00 "
        + "28 00 00 00 ea 07 95 38 18 00 00 00 00 00 00 00 02 00 00 00 "
        + "00 00 00 00 00 00 00 00 46 f3 4c f6 5e 47 06 00 18 9b 6f 2a "
        + "28 00 00 00 50 a8 30 b4 40 00 00 00 00 00 00 00 03 00 00 00 "
        + "40 00 00 00 00 00 00 00 46 f3 4c f6 5e 47 06 00 4b 50 a8 1d";

    @TempDir
    private Path directory;

    @Test
    void aSmallSegmentHasTheBytesOfTheSpecification() throws IOException {
        final LogBox box = new LogBox(directory).segmentBytes(16_384);
        try (Log log = box.open()) {
            log.await(LogBox.append(log, new byte[] {'a', 'b', 'c'}), LogBox.FOREVER);
        }
        final byte[] bytes = Files.readAllBytes(box.segment(1));
        final HexFormat hex = HexFormat.ofDelimiter(" ");
        assertThat(hex.formatHex(bytes, 0, 72)).isEqualTo(HEADER);
        assertThat(hex.formatHex(bytes, 4096, 4096 + 104)).isEqualTo(RECORDS);
        for (int i = 4096 + 104; i < bytes.length; i++) {
            assertThat(bytes[i]).isZero();
        }
    }
}
