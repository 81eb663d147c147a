package io.baton.explore.lock;

import org.agrona.DirectBuffer;

/** Names what locks write and send; every notice is a step. */
final class CrowdWording extends LockWording {

    @Override
    public Role role(DirectBuffer notice) {
        return Role.PLAIN;
    }
}
