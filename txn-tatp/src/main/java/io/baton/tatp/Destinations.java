package io.baton.tatp;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tatp.schema.CallForwardingTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** The numbers that {@link GetNewDestination} found, ordered by start time. Immutable for those who get it. */
public final class Destinations implements RecordResult {

    /** No number at all. */
    static final Destinations NONE = new Destinations(0);

    private static final int COUNT_MAX = CallForwardingTable.LAST_START / CallForwardingTable.START_STEP + 1;

    private final byte[] digits;
    private final int[] lengths;
    private int count;

    private Destinations(int capacity) {
        digits = new byte[capacity * SubscriberNumber.DIGITS];
        lengths = new int[capacity];
    }

    /** Adds the number of a forwarding; the first one makes an object that has room for all. */
    Destinations and(Row forwarding) {
        final Destinations numbers = count == 0 ? new Destinations(COUNT_MAX) : this;
        numbers.lengths[numbers.count] = forwarding.get(
            CallForwardingTable.NUMBER, numbers.digits, numbers.count * SubscriberNumber.DIGITS);
        numbers.count++;
        return numbers;
    }

    /**
     * Returns how many numbers there are.
     *
     * @return 0 to 3
     */
    public int count() {
        return count;
    }

    /**
     * Returns a number.
     *
     * @param i its place, from 0
     * @return numberx
     * @throws IndexOutOfBoundsException if there are not so many
     */
    public String number(int i) {
        if (i < 0 || i >= count) {
            throw new IndexOutOfBoundsException("there is no number " + i + "; there are " + count);
        }
        return new String(digits, i * SubscriberNumber.DIGITS, lengths[i], StandardCharsets.UTF_8);
    }

    /**
     * The record for clients of a server.
     *
     * @param numbers where calls go
     */
    public record Numbers(List<String> numbers) {
    }

    @Override
    public Numbers asRecord() {
        return new Numbers(IntStream.range(0, count).mapToObj(this::number).toList());
    }
}
