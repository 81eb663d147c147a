package io.baton.explore.lock;

import io.baton.explore.scenario.Wording;
import io.baton.fabric.Route;
import io.baton.lock.entry.EntryFormat;
import io.baton.lock.entry.LockEntry;
import io.baton.lock.entry.LockNotice;
import io.baton.lock.entry.PlainLockEntry;
import io.baton.lock.entry.RecoveryNotice;
import io.baton.lock.shiftlock.LockInspector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;

/** Names what locks write and send. A mask has those fields that are not 0 in it. */
class LockWording implements Wording {

    private final EntryFormat format;

    LockWording(EntryFormat format) {
        this.format = format;
    }

    @Override
    public Role role(DirectBuffer notice) {
        return switch (notice.getByte(0)) {
            case LockNotice.NUDGE -> Role.NUDGE;
            case RecoveryNotice.RENEW -> Role.HEARTBEAT;
            case RecoveryNotice.RENEWED -> Role.HEARTBEAT_ANSWER;
            default -> Role.PLAIN;
        };
    }

    @Override
    public String notice(DirectBuffer notice) {
        return RecoveryNotice.isOne(notice, 0) ? new RecoveryNotice().wrap(notice, 0).toString()
            : text(new LockNotice().wrap(notice, 0));
    }

    private static String text(LockNotice notice) {
        final String attempt = "(attempt " + notice.attempt()
            + (notice.slot() == 0 ? "" : " slot=" + notice.slot());
        return switch (notice.kind()) {
            case LockNotice.SUCCESSOR -> "Successor" + attempt;
            case LockNotice.HANDOVER -> "Handover" + attempt + " relCnt=" + count(notice.relCnt()) + turn(notice);
            case LockNotice.MODE_CHANGED ->
                "ModeChanged" + attempt + " expected=" + count(notice.relCnt()) + " epoch=" + notice.epoch();
            default -> (notice.kind() == LockNotice.RECALL ? "Recall" : "Nudge") + "(slot=" + notice.slot() + " from "
                + Route.toString(notice.route());
        } + ")";
    }

    private static String turn(LockNotice notice) {
        return " epoch=" + notice.epoch() + " consWrt=" + notice.consWrt();
    }

    private static String count(long relCnt) {
        final int generation = LockEntry.generation(relCnt);
        return (generation == 0 ? "" : generation + "/") + LockEntry.releases(relCnt);
    }

    @Override
    public String place(long address) {
        final int slot = LockInspector.decode(address, 0, 0).slot();
        return slot == 0 ? "" : " slot=" + slot;
    }

    @Override
    public String fields(long lowMask, long low, long highMask, long high, LongFunction<String> names) {
        if (format == EntryFormat.PLAIN) {
            return plain(lowMask, low, highMask, high, names);
        }
        final LockInspector.Entry mask = LockInspector.decode(0, lowMask, highMask);
        final LockInspector.Entry entry = LockInspector.decode(0, low, high);
        final StringBuilder text = new StringBuilder();
        if (mask.epoch() != 0) {
            text.append(" epoch=").append(entry.epoch());
        }
        if (mask.readers() != 0) {
            text.append(" readers=").append(entry.readers());
        }
        if (mask.tail() != Route.NONE) {
            text.append(" tail=").append(entry.tail() == Route.NONE ? "-" : names.apply(entry.tail()));
        }
        if (mask.releases() != 0) {
            text.append(" relCnt=").append(entry.generation() == 0 ? "" : entry.generation() + "/")
                .append(entry.releases());
        } else if (mask.generation() != 0) {
            text.append(" generation=").append(entry.generation());
        }
        return text.isEmpty() ? "" : text.substring(1);
    }

    private static String plain(long lowMask, long low, long highMask, long high, LongFunction<String> names) {
        final List<String> fields = new ArrayList<>();
        if (LockEntry.epoch(lowMask) != 0) {
            fields.add("epoch=" + LockEntry.epoch(low));
        }
        if (PlainLockEntry.in(lowMask) != 0) {
            fields.add("in=" + PlainLockEntry.in(low));
        }
        if (PlainLockEntry.hasTail(lowMask)) {
            fields.add("tail=" + (PlainLockEntry.hasTail(low) ? names.apply(PlainLockEntry.tail(low)) : "-"));
        }
        if (LockEntry.releases(highMask) != 0) {
            fields.add("out=" + count(high));
        }
        return String.join(" ", fields);
    }

    @Override
    public String added(long low, long high) {
        if (format == EntryFormat.PLAIN) {
            return low == 0 ? " out+1"
                : low == PlainLockEntry.ONE_READER ? " in+1" : low == 1 ? " epoch+1" : " epoch-1";
        }
        final int readers = LockInspector.decode(0, low, 0).readers();
        return (readers == 0 ? "" : readers == 1 ? " readers+1" : " readers-1") + (high == 0 ? "" : " relCnt+1");
    }
}
