package io.baton.fabric;

import org.agrona.DirectBuffer;

/** Receives the notices of a mailbox, one at a time, in the order of their arrival. */
@FunctionalInterface
public interface NoticeHandler {

    /**
     * Takes one notice. The buffer is valid during the call only.
     *
     * @param buffer holds the notice
     * @param offset where it begins, in bytes
     * @param length its length in bytes, 1 to {@link Endpoint#NOTICE_BYTES_MAX}
     */
    void onNotice(DirectBuffer buffer, int offset, int length);
}
