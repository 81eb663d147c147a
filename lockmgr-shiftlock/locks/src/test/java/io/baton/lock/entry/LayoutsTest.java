package io.baton.lock.entry;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Route;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every field of an entry and of a notice is where its diagram says. */
@Timeout(30)
class LayoutsTest {

    @Test
    void entryFieldsAreWhereThePaperPutsThem() {
        final long route = Route.of(0xABCD, 0x123456);
        final long low = LockEntry.tailBits(route) | 0x55_5555L << 1 | 1;
        assertThat(low).isEqualTo(0x123456_ABCD_AAAAABL);
        assertThat(LockEntry.epoch(low)).isEqualTo(1);
        assertThat(LockEntry.readers(low)).isEqualTo(0x55_5555);
        assertThat(LockEntry.tail(low)).isEqualTo(route);
        assertThat(LockEntry.EPOCH_MASK | LockEntry.READERS_MASK | LockEntry.TAIL_MASK).isEqualTo(-1L);
        assertThat(LockEntry.EPOCH_MASK + LockEntry.READERS_MASK + LockEntry.TAIL_MASK).isEqualTo(-1L);
        assertThat(LockEntry.hasTail(LockEntry.READERS_MASK | 1)).isFalse();
        assertThat(LockEntry.hasTail(1L << 24)).isTrue();
        assertThat(LockEntry.isFree(1)).isTrue();
        assertThat(LockEntry.isFree(2)).isFalse();
        assertThat(LockEntry.readers(-1)).isEqualTo(LockEntry.READERS_MAX);
        assertThat(LockEntry.address(Integer.MAX_VALUE)).isEqualTo(16L * Integer.MAX_VALUE);
    }

    @Test
    void releaseCountStaysInItsGeneration() {
        final long last = 0x7FFF_FFFF_FFFF_FFFFL;
        assertThat(LockEntry.generation(last)).isEqualTo(0x7FFF);
        assertThat(LockEntry.advance(last, 1)).isEqualTo(0x7FFF_0000_0000_0000L);
        assertThat(LockEntry.advance(0xFFFF_0000_0000_0005L, 3)).isEqualTo(0xFFFF_0000_0000_0008L);
        assertThat(LockEntry.sameGeneration(last, LockEntry.advance(last, 1))).isTrue();
        assertThat(LockEntry.sameGeneration(last, last + 1)).isFalse();
        assertThat(LockEntry.toString(1 | 4, last))
            .isEqualTo("epoch=1 readers=2 tail=- relCnt=32767/" + ((1L << 48) - 1));
    }

    @Test
    void noticeComesBackAsItWasWritten() {
        final UnsafeBuffer wire = new UnsafeBuffer(new byte[100]);
        final LockNotice sent = new LockNotice()
            .compose(LockNotice.HANDOVER, 1 << 30, Long.MAX_VALUE, -2).turn(1, Integer.MAX_VALUE).from(Route.of(9, 8));
        wire.putBytes(13, sent.composed(), 0, LockNotice.BYTES);
        final LockNotice read = new LockNotice().wrap(wire, 13);
        assertThat(read.kind()).isEqualTo(LockNotice.HANDOVER);
        assertThat(read.slot()).isEqualTo(1 << 30);
        assertThat(read.attempt()).isEqualTo(Long.MAX_VALUE);
        assertThat(read.relCnt()).isEqualTo(-2);
        assertThat(read.epoch()).isEqualTo(1);
        assertThat(read.consWrt()).isEqualTo(Integer.MAX_VALUE);
        assertThat(read.route()).isEqualTo(Route.of(9, 8));
        sent.compose(LockNotice.SUCCESSOR, 0, 0, 0);
        assertThat(sent.consWrt() + sent.epoch() + sent.route()).isZero();
    }

    @Test
    void noticesTellWhatTheyCarry() {
        assertThat(new LockNotice().compose(LockNotice.SUCCESSOR, 3, 65_537, 1L << 48 | 7).from(Route.of(2, 5)))
            .hasToString("Successor(lock 3, attempt 65537, 1/7, from " + Route.toString(Route.of(2, 5)) + ")");
        assertThat(new LockNotice().compose((byte) 9, 0, 0, 0)).asString().startsWith("notice of kind 9(");
        assertThat(new RecoveryNotice().compose(RecoveryNotice.VERDICT, 4, 3, 2).verdict(RecoveryVerdict.ALIVE))
            .hasToString("VERDICT(lock 3, node 4, number 2, 0/0, ALIVE)");
        assertThat(new RecoveryNotice().compose(RecoveryNotice.FORCE, 4, 3, 2)).asString().startsWith("FORCE(");
        assertThat(new RecoveryNotice().compose((byte) 99, 4, 3, 2)).asString().startsWith("notice of kind 99(");
    }
}
