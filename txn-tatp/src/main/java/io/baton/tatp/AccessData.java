package io.baton.tatp;

import io.baton.bundle.RecordResult;
import io.baton.storage.Row;
import io.baton.tatp.schema.AccessInfoTable;
import java.nio.charset.StandardCharsets;

/** The result of {@link GetAccessData}. Immutable. */
public final class AccessData implements RecordResult {

    /** Nothing was found. */
    public static final AccessData NONE = new AccessData();

    private final boolean found;
    private final int data1;
    private final int data2;
    private final byte[] texts;
    private final int data3Bytes;
    private final int data4Bytes;

    private AccessData() {
        found = false;
        data1 = 0;
        data2 = 0;
        texts = new byte[0];
        data3Bytes = 0;
        data4Bytes = 0;
    }

    AccessData(Row row) {
        found = true;
        data1 = (int) row.get(AccessInfoTable.DATA1);
        data2 = (int) row.get(AccessInfoTable.DATA2);
        texts = new byte[AccessInfoTable.DATA3_BYTES + AccessInfoTable.DATA4_BYTES];
        data3Bytes = row.get(AccessInfoTable.DATA3, texts, 0);
        data4Bytes = row.get(AccessInfoTable.DATA4, texts, data3Bytes);
    }

    /**
     * Tells whether there is such an access info.
     *
     * @return false only for {@link #NONE}
     */
    public boolean found() {
        return found;
    }

    /**
     * Returns data1.
     *
     * @return 0 to 255
     */
    public int data1() {
        return data1;
    }

    /**
     * Returns data2.
     *
     * @return 0 to 255
     */
    public int data2() {
        return data2;
    }

    /**
     * Returns data3.
     *
     * @return three capital letters, or nothing if nothing was found
     */
    public String data3() {
        return new String(texts, 0, data3Bytes, StandardCharsets.UTF_8);
    }

    /**
     * Returns data4.
     *
     * @return five capital letters, or nothing if nothing was found
     */
    public String data4() {
        return new String(texts, data3Bytes, data4Bytes, StandardCharsets.UTF_8);
    }

    /**
     * The record for clients of a server.
     *
     * @param found whether there is such a row
     * @param data1 data1
     * @param data2 data2
     * @param data3 data3
     * @param data4 data4
     */
    public record Access(boolean found, int data1, int data2, String data3, String data4) {
    }

    @Override
    public Access asRecord() {
        return new Access(found, data1, data2, data3(), data4());
    }
}
