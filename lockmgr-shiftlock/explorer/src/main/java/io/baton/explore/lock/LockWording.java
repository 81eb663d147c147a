package io.baton.explore.lock;

import io.baton.explore.scenario.Wording;
import io.baton.fabric.Route;
import io.baton.lock.LockInspector;
import io.baton.lock.LockProbe;
import java.util.function.LongFunction;
import org.agrona.DirectBuffer;

/** Names what locks write and send. A mask has those fields that are not 0 in it. */
class LockWording implements Wording {

    @Override
    public Role role(DirectBuffer notice) {
        return switch (LockProbe.purpose(notice)) {
            case PROTOCOL -> Role.PLAIN;
            case NUDGE -> Role.NUDGE;
            case HEARTBEAT -> Role.HEARTBEAT;
            case HEARTBEAT_ANSWER -> Role.HEARTBEAT_ANSWER;
        };
    }

    @Override
    public String notice(DirectBuffer notice) {
        return LockProbe.describe(notice);
    }

    @Override
    public String place(long address) {
        final int slot = LockInspector.decode(address, 0, 0).slot();
        return slot == 0 ? "" : " slot=" + slot;
    }

    @Override
    public String fields(long lowMask, long low, long highMask, long high, LongFunction<String> names) {
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

    @Override
    public String added(long low, long high) {
        final int readers = LockInspector.decode(0, low, 0).readers();
        return (readers == 0 ? "" : readers == 1 ? " readers+1" : " readers-1") + (high == 0 ? "" : " relCnt+1");
    }
}
