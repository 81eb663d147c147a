package io.baton.storage.memory;

import io.baton.park.Backoff;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A small spinning mutex that guards the fields and the off-heap memory of its subclass, and a stamp by which readers
 * that take nothing see whether anything has changed: both in one word. Critical sections are short and block on
 * nothing but {@link Pages} and the system's memory, and the engine's logical locks keep most of them uncontended. Not
 * reentrant.
 *
 * <pre>
 *   long inside = latch();
 *   try {
 *       ... call beginChange() before the first store that readers without the latch may see ...
 *       unlatch();
 *       return result;
 *   } catch (Throwable e) {
 *       stamp = inside + 1;
 *       throw e;
 *   }
 * </pre>
 */
public abstract class Latch {
    // Ownership: stamp is odd while a thread is inside. The compare-and-set that makes it odd acquires what the release
    // of unlatch published.
    //   writer: stamp odd; beginChange [no store moves up]; change; stamp even and new (release).
    //   reader: stamp even (acquire) [no load moves up]; read; acquire fence [no load moves down]; the same stamp?
    // A reader that sees the same even stamp twice has seen the state as of that stamp's release, and with it what
    // the writer had done before. Between the two it may see anything, so it follows no address before it has looked
    // at the stamp again.
    // What may go wrong: the stack may end within a section, and then a call of unlatch could fail as well. Hence the
    // pattern above: nothing is called between the compare-and-set and the try, and the handler stores to the field,
    // which needs no frame. If unlatch had already stored, the handler stores the same or an equally good value.
    private static final VarHandle STAMP;

    /** Written directly by handlers of what is thrown inside only, as they must not need a frame: see above. */
    public volatile long stamp;

    static {
        try {
            STAMP = MethodHandles.lookup().findVarHandle(Latch.class, "stamp", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public final boolean tryLatch() {
        long now = stamp;
        return (now & 1) == 0 && STAMP.compareAndSet(this, now, now + 1);
    }

    /** Waits for the latch; returns the stamp while inside, which is odd. */
    public final long latch() {
        if (!tryLatch()) {
            latchSlowly();
        }
        return stamp;
    }

    /** Keeps stores that follow behind the store that made the stamp odd. */
    public static void beginChange() {
        VarHandle.storeStoreFence();
    }

    public final void unlatch() {
        STAMP.setRelease(this, (long) STAMP.get(this) + 1);
    }

    /** Releases the latch under which nothing was changed: readers go on as if it had not been taken. */
    public final void unlatchUnchanged() {
        STAMP.setRelease(this, (long) STAMP.get(this) - 1);
    }

    /** Returns the stamp at a moment when no writer is inside: as long as it is the same, nothing has changed. */
    public final long readStamp() {
        int pauses = 0;
        while (true) {
            long now = stamp;
            if ((now & 1) == 0) {
                return now;
            }
            pauses = Backoff.pause(pauses);
        }
    }

    /** Returns whether nothing has changed since {@link #readStamp}, for reads made in between. */
    public final boolean unchangedSince(long before) {
        VarHandle.acquireFence();
        return (long) STAMP.getOpaque(this) == before;
    }

    private void latchSlowly() {
        int pauses = 0;
        while (!tryLatch()) {
            pauses = Backoff.pause(pauses);
        }
    }
}
