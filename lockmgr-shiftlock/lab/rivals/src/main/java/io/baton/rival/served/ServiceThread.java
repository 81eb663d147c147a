package io.baton.rival.served;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.SendStatus;
import io.baton.lock.LockMode;
import java.util.function.LongConsumer;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongArrayList;

/** One processor of a {@link LockService}. Its requests are served one after the other, in the order of arrival. */
final class ServiceThread implements Runnable, NoticeHandler {

    private static final int WORDS_PER_REQUEST = 3;

    private final LockService service;
    private final int index;
    private final Endpoint endpoint;
    private final Doorbell doorbell;
    private final LongConsumer work;
    private final long requestNanos;
    private final ServerNotice notice = new ServerNotice();
    /** Three words for each request that was received and not yet served. */
    private final LongArrayList requests = new LongArrayList();

    ServiceThread(LockService service, int index, Fabric fabric, LongConsumer work, long requestNanos) {
        this.service = service;
        this.index = index;
        this.endpoint = fabric.connect();
        this.doorbell = fabric.doorbell();
        this.work = work;
        this.requestNanos = requestNanos;
        endpoint.listener(doorbell);
    }

    int index() {
        return index;
    }

    long route() {
        return endpoint.route();
    }

    void wake() {
        doorbell.ring();
    }

    @Override
    public void run() {
        while (!service.isClosed()) {
            if (endpoint.receive(this) == 0) {
                doorbell.await(Endpoint.NO_DEADLINE);
            }
            for (int i = 0; i < requests.size(); i += WORDS_PER_REQUEST) {
                work.accept(requestNanos);
                final long header = requests.getLong(i);
                service.serve(this, (byte) header, (header & 0x100) == 0 ? LockMode.SHARED : LockMode.EXCLUSIVE,
                    (int) (header >>> 32), requests.getLong(i + 1), requests.getLong(i + 2));
            }
            requests.clear();
        }
        endpoint.close();
    }

    /** Only remembers the request: serving it sends, which must not happen while a mailbox is emptied. */
    @Override
    public void onNotice(DirectBuffer buffer, int offset, int length) {
        notice.wrap(buffer, offset);
        final long mode = notice.mode() == LockMode.EXCLUSIVE ? 0x100 : 0;
        requests.addLong((long) notice.slot() << 32 | mode | notice.kind());
        requests.addLong(notice.attempt());
        requests.addLong(notice.route());
    }

    void answer(byte kind, LockMode mode, int slot, long attempt, long route) {
        notice.compose(kind, mode, slot, attempt, 0);
        // A client has one request outstanding, so its mailbox has room; a client that is gone needs no answer.
        final SendStatus status = endpoint.send(route, notice.composed(), 0, ServerNotice.BYTES);
        if (status == SendStatus.MAILBOX_FULL) {
            throw new IllegalStateException("the mailbox of a client with one request is full: slot " + slot);
        }
    }
}
