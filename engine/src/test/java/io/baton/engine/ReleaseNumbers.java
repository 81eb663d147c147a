package io.baton.engine;

import io.baton.lock.LockClient;
import io.baton.lock.LockList;
import io.baton.lock.LockOutcome;
import io.baton.lock.LockTable;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Locks that number transactions in which a test has no say, such as those of bulk inserts and of table readers: each
 * takes its number while it still has all its locks, just before it gives them back. So of two transactions that
 * conflict, the first has the smaller number. Only threads that watch take numbers.
 */
public final class ReleaseNumbers implements LockTable {

    private final EmbeddedLocks real;
    private final AtomicLong numbers;
    /** What the thread's last transaction took; null if the thread does not watch. */
    @SuppressWarnings("ThreadLocalUsage") // Not static, as each engine has numbers of its own.
    private final ThreadLocal<long @Nullable []> last = new ThreadLocal<>();

    private ReleaseNumbers(EmbeddedLocks real, AtomicLong numbers) {
        this.real = real;
        this.numbers = numbers;
    }

    /** Gives such locks to an engine that is going to be opened, all else is said of which. */
    public static ReleaseNumbers of(EngineBuilder builder, AtomicLong numbers) {
        final ReleaseNumbers locks = new ReleaseNumbers(new EmbeddedLocks(builder), numbers);
        builder.lockTable(locks);
        return locks;
    }

    /** From now on transactions of the calling thread take numbers. */
    public void watch() {
        last.set(new long[1]);
    }

    /** Transactions of the calling thread take no numbers any more. */
    public void ignore() {
        last.remove();
    }

    /** The number of the last transaction of the calling thread, which watches. */
    public long last() {
        final long[] number = last.get();
        if (number == null) {
            throw new IllegalStateException("the thread does not watch");
        }
        return number[0];
    }

    private void takeNumber() {
        final long[] number = last.get();
        if (number != null) {
            number[0] = numbers.incrementAndGet();
        }
    }

    @Override
    public int slots() {
        return real.table().slots();
    }

    @Override
    public LockClient client() {
        return new Client(real.table().client());
    }

    @Override
    public long busySlots() {
        return real.table().busySlots();
    }

    @Override
    public void close() {
        real.close();
    }

    /** One client. */
    private final class Client extends SteppedLockClient {

        Client(LockClient client) {
            super(client);
        }

        @Override
        public LockOutcome acquireAll(LockList locks, long deadlineNanos) {
            return client.acquireAll(locks, deadlineNanos);
        }

        @Override
        public void releaseAll() {
            takeNumber();
            client.releaseAll();
        }

        @Override
        public LockOutcome releaseAllAndTell() {
            takeNumber();
            return client.releaseAllAndTell();
        }
    }
}
