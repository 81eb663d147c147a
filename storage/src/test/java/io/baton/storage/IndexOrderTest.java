package io.baton.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.storage.column.Column;
import io.baton.storage.column.KeyPart;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class IndexOrderTest {
    private final TableSchema.Builder builder = TableSchema.named("t");
    private final LongColumn id = builder.int64("id");
    private final LongColumn plain = builder.int32("plain");
    private final LongColumn between = builder.int32("between");
    private final StringColumn text = builder.string("text", 10);
    private final LongColumn first = builder.nullable().int16("first");
    private final LongColumn second = builder.nullable().int16("second");
    private final LongColumn last = builder.int32("last");

    private IndexOrder order(KeyPart... parts) {
        IndexSchema index = builder.primaryKey(id.bits(64)).index("i", 1, parts);
        builder.build();
        return index.order();
    }

    private static boolean touches(IndexOrder order, int offset) {
        return order.touches(offset, offset + 1);
    }

    private static boolean touches(IndexOrder order, Column column) {
        return order.touches(column.offset(), column.offset() + column.width());
    }

    @Test
    void changesBesideTheColumnsOfAnIndexDoNotTouchIt() {
        IndexOrder order = order(plain.bits(32));
        assertThat(touches(order, id)).isFalse();
        assertThat(touches(order, plain.offset() - 1)).isFalse();
        assertThat(touches(order, plain.offset())).isTrue();
        assertThat(touches(order, plain.offset() + plain.width() - 1)).isTrue();
        assertThat(touches(order, plain.offset() + plain.width())).isFalse();
        assertThat(touches(order, between)).isFalse();
        assertThat(touches(order, last)).isFalse();
        assertThat(order.touches(0, last.offset())).isTrue();
    }

    @Test
    void changesBetweenTheColumnsOfAnIndexMayTouchIt() {
        IndexOrder order = order(plain.bits(32), text.part());
        assertThat(touches(order, id)).isFalse();
        assertThat(touches(order, between)).isTrue();
        assertThat(touches(order, text.offset() + text.width() - 1)).isTrue();
        assertThat(touches(order, text.offset() + text.width())).isFalse();
    }

    @Test
    void presenceByteBelongsToTheColumn() {
        IndexOrder order = order(second.bits(16));
        int presence = second.presence() >>> 3;
        assertThat(presence).isLessThan(first.offset());
        assertThat(touches(order, presence - 1)).isFalse();
        assertThat(touches(order, presence)).isTrue();
        assertThat(touches(order, second)).isTrue();
        assertThat(touches(order, second.offset() + second.width())).isFalse();
        assertThat(touches(order, last)).isFalse();
    }
}
