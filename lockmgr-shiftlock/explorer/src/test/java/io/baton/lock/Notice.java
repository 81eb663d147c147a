package io.baton.lock;

import io.baton.explore.graph.Digests;
import io.baton.fabric.Route;
import java.util.Comparator;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** A notice between scripted clients, decoded. */
record Notice(
    int from, int to, byte kind, int epoch, int consWrt, int slot, long attempt, long relCnt, long route) {

    /** An order that does not depend on how a state was reached. */
    static final Comparator<Notice> ORDER = Comparator
        .comparingInt(Notice::to)
        .thenComparingInt(Notice::from)
        .thenComparingInt(Notice::kind)
        .thenComparingInt(Notice::slot)
        .thenComparingLong(Notice::attempt)
        .thenComparingLong(Notice::relCnt)
        .thenComparingInt(Notice::epoch)
        .thenComparingInt(Notice::consWrt)
        .thenComparingLong(Notice::route);

    static Notice decode(int from, int to, DirectBuffer buffer, int offset) {
        final LockNotice notice = new LockNotice().wrap(buffer, offset);
        return new Notice(from, to, notice.kind(), notice.epoch(), notice.consWrt(), notice.slot(), notice.attempt(),
            notice.relCnt(), notice.route());
    }

    /** The bytes as they were sent. */
    DirectBuffer encode() {
        final LockNotice notice = new LockNotice().compose(kind, slot, attempt, relCnt)
            .turn(epoch, consWrt).from(route);
        final UnsafeBuffer copy = new UnsafeBuffer(new byte[LockNotice.BYTES]);
        copy.putBytes(0, notice.composed(), 0, LockNotice.BYTES);
        return copy;
    }

    long digest() {
        long hash = Digests.mix(from * 31L + to, kind * 4L + epoch);
        hash = Digests.mix(hash, consWrt);
        hash = Digests.mix(hash, slot);
        hash = Digests.mix(hash, attempt);
        hash = Digests.mix(hash, relCnt);
        return Digests.mix(hash, route);
    }

    String text() {
        final String place = slot == 0 ? "" : " slot=" + slot;
        return switch (kind) {
            case LockNotice.SUCCESSOR -> "Successor(" + Texts.attempt(attempt) + place + ")";
            case LockNotice.HANDOVER -> "Handover(" + Texts.attempt(attempt) + place
                + " relCnt=" + Texts.relCnt(relCnt) + " epoch=" + epoch + " consWrt=" + consWrt + ")";
            case LockNotice.MODE_CHANGED -> "ModeChanged(" + Texts.attempt(attempt) + place
                + " expected=" + Texts.relCnt(relCnt) + " epoch=" + epoch + ")";
            default -> "kind " + kind + " from " + Route.toString(route);
        };
    }
}
