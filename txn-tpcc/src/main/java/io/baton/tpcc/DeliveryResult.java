package io.baton.tpcc;

import io.baton.bundle.RecordResult;
import io.baton.tpcc.schema.Scale;
import java.util.Arrays;
import java.util.List;

/** Which orders a delivery has delivered (clause 2.7.3). */
public final class DeliveryResult implements RecordResult {

    private final int[] orders = new int[Scale.DISTRICTS];

    DeliveryResult() {
    }

    void setOrder(int district, long order) {
        orders[district - 1] = (int) order;
    }

    /**
     * Returns what was delivered in a district.
     *
     * @param district 1 to 10
     * @return O_ID, or 0 if the district had nothing to deliver
     */
    public long order(int district) {
        return orders[district - 1];
    }

    /**
     * Returns how many districts had nothing to deliver.
     *
     * @return 0 to 10
     */
    public int skipped() {
        int skipped = 0;
        for (int order : orders) {
            if (order == 0) {
                skipped++;
            }
        }
        return skipped;
    }

    /**
     * The record for clients of a server.
     *
     * @param orders the order of each district, 0 where there was none
     */
    public record Delivered(List<Integer> orders) {
    }

    @Override
    public Delivered asRecord() {
        return new Delivered(Arrays.stream(orders).boxed().toList());
    }
}
