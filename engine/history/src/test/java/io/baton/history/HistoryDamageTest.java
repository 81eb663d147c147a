package io.baton.history;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files whose sums are right, but which say what no history can say: each is refused, in a sentence. */
@Timeout(20)
class HistoryDamageTest {

    private static final List<RecordedTable> TABLES = List.of(
        new RecordedTable("account", 1, false, List.of(RecordedColumn.integer("id", 64)),
            List.of(new RecordedIndex("account.primary", 1, List.of(RecordedColumn.integer("id", 64))))),
        new RecordedTable("country", 2, true, List.of(RecordedColumn.integer("id", 8)), List.of()),
        new RecordedTable("branch", 3, false, List.of(RecordedColumn.integer("id", 8)), List.of()));
    private static final long COMMITTED = 0xF;
    private static final long READ = 0;
    private static final long SCANNED = 2;
    private static final long SCAN = 6;
    private static final long CHANGE = 7;
    private static final long INDEX_1 = 1 << 16;

    @TempDir
    private Path folder = Path.of("");

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    HistoryDamageTest() {
        add(FileHeader.block(TABLES));
    }

    @Test
    void wellFormedFileIsRead() throws IOException {
        addTransactions(3, 0, 2, transaction(0, 10, READ, 5), transaction(10, 20));
        addTransactions(3, 2, 1,
            transaction(20, 20, SCAN | INDEX_1, 1, 0, 9, SCANNED, 4, CHANGE | INDEX_1 | 1L << 32, 1));
        addEnd(3);
        assertThatNoException().isThrownBy(this::readAll);
    }

    @Test
    void bytesBehindTheEnd() {
        addEnd(0);
        file.write(0);
        assertRefused("goes on for 1 bytes behind its end at byte");
    }

    @Test
    void blockBehindTheEnd() {
        addEnd(0);
        addTransactions(0, 0, 1, transaction(0, 10));
        assertRefused("goes on for 64 bytes behind its end");
    }

    @Test
    void secondEnd() {
        addEnd(0);
        addEnd(0);
        assertRefused("goes on for 40 bytes behind its end");
    }

    @Test
    void endOfAnotherLength() {
        add(block(BlockHeader.END, 0, 0, 0));
        assertRefused("has an end of 0 bytes");
    }

    @Test
    void endOfAClient() {
        add(block(BlockHeader.END, 1, 0, 0, 0));
        assertRefused("has a client or transactions in a block that has none");
    }

    @Test
    void endThatCountsOtherwise() {
        addTransactions(0, 0, 1, transaction(0, 10));
        addEnd(2);
        assertRefused("has 1 transactions, but 2 were written");
    }

    @Test
    void tablesNamedTwice() {
        add(FileHeader.block(TABLES));
        addEnd(0);
        assertRefused("names its tables twice");
    }

    @Test
    void blockOfUnknownKind() {
        add(block(4, 0, 0, 0));
        assertRefused("has a block of unknown kind");
    }

    @Test
    void tablesThatEndInTheMiddle() {
        file.reset();
        add(block(BlockHeader.TABLES, 0, 0, 0, 0x5349_484E_4F54_4142L, 2 | 1L << 32));
        assertRefused("has names of tables that cannot be read: their block ends in the middle of one");
    }

    @Test
    void moreTablesThanThereCanBe() {
        file.reset();
        add(block(BlockHeader.TABLES, 0, 0, 0, 0x5349_484E_4F54_4142L, 2 | 257L << 32));
        assertRefused("has names of tables that cannot be read: there are 257 of them");
    }

    @Test
    void otherFormat() {
        file.reset();
        add(block(BlockHeader.TABLES, 0, 0, 0, 0x5349_484E_4F54_4142L, 1));
        assertRefused("has format 1, and this program reads format 2; read it with the program that wrote it");
    }

    @Test
    void numbersThatBeginAtSeven() {
        addTransactions(3, 7, 1, transaction(0, 10));
        addEnd(1);
        assertRefused("has transaction 3-7 where 3-0 has to come");
    }

    @Test
    void numbersWithAGap() {
        addTransactions(3, 0, 1, transaction(0, 10));
        addTransactions(3, 2, 1, transaction(10, 20));
        addEnd(2);
        assertRefused("has transaction 3-2 where 3-1 has to come");
    }

    @Test
    void numbersTwice() {
        addTransactions(3, 0, 1, transaction(0, 10));
        addTransactions(3, 0, 1, transaction(10, 20));
        addEnd(2);
        assertRefused("has transaction 3-0 where 3-1 has to come");
    }

    @Test
    void clientBeyondTheLargest() {
        addTransactions(1 << 20, 0, 1, transaction(0, 10));
        addEnd(1);
        assertRefused("has transactions of client 1048576, and clients go from 0 to 1048575");
    }

    @Test
    void blockWithoutTransactions() {
        add(block(BlockHeader.TRANSACTIONS, 0, 0, 0));
        addEnd(0);
        assertRefused("has 0 transactions in 0 bytes");
    }

    @Test
    void wordsBehindTheLastTransactionOfABlock() {
        addTransactions(0, 0, 1, transaction(0, 10), new long[] {READ, 5});
        addEnd(1);
        assertRefused("has 16 bytes behind its last transaction");
    }

    @Test
    void transactionLongerThanItsBlock() {
        addTransactions(0, 0, 1, new long[] {COMMITTED | 5L << 32, 0, 0, 10});
        assertRefused("has a transaction 0-0 that is longer or shorter than it can be");
    }

    @Test
    void transactionWithBitsThatMeanNothing() {
        addTransactions(0, 0, 1, new long[] {COMMITTED | 0x100 | 3L << 32, 0, 0, 10});
        assertRefused("has a transaction 0-0 that is not one");
    }

    @Test
    void outcomeThatIsNone() {
        addTransactions(0, 0, 1, new long[] {COMMITTED | 3 << 4 | 3L << 32, 0, 0, 10});
        assertRefused("has a transaction 0-0 that is not one");
    }

    @Test
    void transactionBeforeTheHistory() {
        addTransactions(0, 0, 1, transaction(-1, 10));
        assertRefused("has a transaction 0-0 that began before the history");
    }

    @Test
    void answerBeforeTheCall() {
        addTransactions(0, 0, 1, transaction(20, 10));
        assertRefused("has a transaction 0-0 that was answered before it began");
    }

    @Test
    void clientThatDoesTwoThingsAtOnce() {
        addTransactions(0, 0, 2, transaction(0, 10), transaction(9, 20));
        assertRefused("has a transaction 0-1 that began before its client's last one was answered");
    }

    @Test
    void operationsThatAreNone() {
        assertOperationRefused(0x10 | READ, 5);
        assertOperationRefused(9, 5);
        assertOperationRefused(READ);
        assertOperationRefused(READ | 3 << 8, 5);
        assertOperationRefused(READ | INDEX_1, 5);
        assertOperationRefused(CHANGE, 5);
        assertOperationRefused(CHANGE | 2 * INDEX_1, 5);
        assertOperationRefused(CHANGE | INDEX_1 | 1 << 24, 5);
        assertOperationRefused(SCAN | INDEX_1 | 1 << 24, 5, 0, 9);
        assertOperationRefused(SCAN | INDEX_1, 5, 0);
    }

    @Test
    void operationOnATableThatNeverChanges() {
        assertOperationRefused(READ | 1 << 8, 5);
    }

    @Test
    void scannedRowWithoutItsScan() {
        assertOperationRefused(SCANNED, 5);
        assertOperationRefused(SCAN | INDEX_1, 1, 0, 9, SCANNED | INDEX_1, 5);
        assertOperationRefused(SCAN | INDEX_1, 1, 0, 9, SCANNED | 255 * INDEX_1, 5);
    }

    @Test
    void scannedRowOfAnotherTableThanItsScan() {
        assertOperationRefused(SCAN | INDEX_1, 1, 0, 9, SCANNED | 2 << 8, 5);
    }

    private void assertOperationRefused(long... words) {
        file.reset();
        add(FileHeader.block(TABLES));
        addTransactions(0, 0, 1, transaction(0, 10, words));
        addEnd(1);
        assertRefused("has an operation of transaction 0-0 that is not one");
    }

    private void assertRefused(String sentence) {
        assertThatExceptionOfType(DamagedHistoryException.class).isThrownBy(this::readAll)
            .withMessageContaining(sentence);
    }

    private void readAll() throws IOException {
        final Path path = Files.write(folder.resolve("history"), file.toByteArray());
        try (HistoryReader history = HistoryReader.open(path)) {
            for (boolean more = history.next(); more; more = history.next()) {
                for (boolean operation = history.nextOperation(); operation;) {
                    operation = history.nextOperation();
                }
            }
        }
    }

    private static long[] transaction(long begin, long end, long... operations) {
        final long length = 3L + operations.length;
        final long[] words = new long[4 + operations.length];
        words[0] = COMMITTED | length << 32;
        words[1] = begin;
        words[2] = begin;
        words[3] = end;
        System.arraycopy(operations, 0, words, 4, operations.length);
        return words;
    }

    private void addTransactions(int client, long first, int count, long[]... transactions) {
        add(block(BlockHeader.TRANSACTIONS, client, count, first,
            List.of(transactions).stream().flatMapToLong(Arrays::stream).toArray()));
    }

    private void addEnd(long transactions) {
        add(block(BlockHeader.END, 0, 0, 0, transactions));
    }

    private static ByteBuffer block(int kind, int client, int count, long first, long... words) {
        final ByteBuffer block =
            ByteBuffer.allocate(BlockHeader.BYTES + words.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        block.position(BlockHeader.BYTES);
        block.asLongBuffer().put(words);
        block.rewind();
        BlockHeader.write(block, kind, client, count, first);
        return block;
    }

    private void add(ByteBuffer block) {
        final byte[] bytes = new byte[block.limit()];
        block.get(0, bytes);
        file.writeBytes(bytes);
    }
}
