package io.baton.tatp;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tatp.schema.SubscriberTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A row of SUBSCRIBER as {@link GetSubscriberData} returns it. Immutable. Columns of a kind are counted from 1. */
public final class SubscriberData implements RecordResult {

    private static final int KINDS = 3;
    private static final int OF_A_KIND = SubscriberTable.COLUMNS_OF_A_KIND;
    private static final int NUMBER = KINDS * OF_A_KIND;

    private final long subscriber;
    private final long mscLocation;
    private final long vlrLocation;
    /** bit, hex and byte2 columns, a byte each, then the number. */
    private final byte[] columns = new byte[NUMBER + SubscriberNumber.DIGITS];
    private final int numberBytes;

    SubscriberData(Row row) {
        subscriber = row.get(SubscriberTable.ID);
        mscLocation = row.get(SubscriberTable.MSC_LOCATION);
        vlrLocation = row.get(SubscriberTable.VLR_LOCATION);
        for (int i = 0; i < OF_A_KIND; i++) {
            columns[i] = (byte) row.get(SubscriberTable.bit(i));
            columns[OF_A_KIND + i] = (byte) row.get(SubscriberTable.hex(i));
            columns[2 * OF_A_KIND + i] = (byte) row.get(SubscriberTable.byte2(i));
        }
        numberBytes = row.get(SubscriberTable.NUMBER, columns, NUMBER);
    }

    /**
     * Returns the subscriber.
     *
     * @return s_id
     */
    public long subscriber() {
        return subscriber;
    }

    /**
     * Returns the phone number.
     *
     * @return sub_nbr, 15 digits
     */
    public String number() {
        return new String(columns, NUMBER, numberBytes, StandardCharsets.UTF_8);
    }

    /**
     * Returns a bit column.
     *
     * @param i 1 to 10
     * @return 0 or 1
     */
    public int bit(int i) {
        return column(0, i);
    }

    /**
     * Returns a hex column.
     *
     * @param i 1 to 10
     * @return 0 to 15
     */
    public int hex(int i) {
        return column(1, i);
    }

    /**
     * Returns a byte2 column.
     *
     * @param i 1 to 10
     * @return 0 to 255
     */
    public int byte2(int i) {
        return column(2, i);
    }

    /**
     * Returns the place of the mobile switching centre.
     *
     * @return msc_location, 1 to 2^32 - 1
     */
    public long mscLocation() {
        return mscLocation;
    }

    /**
     * Returns the place in the visitor location register.
     *
     * @return vlr_location, 1 to 2^32 - 1
     */
    public long vlrLocation() {
        return vlrLocation;
    }

    private int column(int kind, int i) {
        if (i < 1 || i > OF_A_KIND) {
            throw new IndexOutOfBoundsException("there is no column " + i + " of this kind; give 1 to " + OF_A_KIND);
        }
        return columns[kind * OF_A_KIND + i - 1] & 0xFF;
    }

    /**
     * The record for clients of a server.
     *
     * @param subscriber s_id
     * @param number sub_nbr
     * @param bits bit_1 to bit_10
     * @param hexes hex_1 to hex_10
     * @param bytes byte2_1 to byte2_10
     * @param mscLocation msc_location
     * @param vlrLocation vlr_location
     */
    public record Subscriber(long subscriber, String number, List<Integer> bits, List<Integer> hexes,
            List<Integer> bytes, long mscLocation, long vlrLocation) {
    }

    @Override
    public Subscriber asRecord() {
        return new Subscriber(subscriber, number(), columns(this::bit), columns(this::hex), columns(this::byte2),
            mscLocation, vlrLocation);
    }

    private static List<Integer> columns(IntUnaryOperator column) {
        return IntStream.rangeClosed(1, OF_A_KIND).map(column).boxed().toList();
    }
}
