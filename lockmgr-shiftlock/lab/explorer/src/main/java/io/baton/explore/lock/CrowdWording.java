package io.baton.explore.lock;

import io.baton.lock.entry.EntryFormat;
import org.agrona.DirectBuffer;

/** Names what locks write and send; every notice is a step. */
final class CrowdWording extends LockWording {

    CrowdWording(EntryFormat format) {
        super(format);
    }

    @Override
    public Role role(DirectBuffer notice) {
        return Role.PLAIN;
    }
}
