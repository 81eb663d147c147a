package io.baton.storage.recovery;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The system's lock of a directory ({@code flock}), which is the property of one open descriptor: it stays whatever
 * else the process opens, copies, deletes and closes, and while it is stopped, and is gone when the process is.
 *
 * <p>The JDK has no such lock, so the system is called. Where that is not allowed or not possible (a JVM without
 * {@code --enable-native-access}, Windows, directories of NFS, file systems that are no machine's), nothing is locked,
 * and {@link Holder} has to serve.
 */
final class KernelLock implements AutoCloseable {
    /** The result of taking it. */
    enum State {
        /** This object has it. */
        HELD,
        /** Another one has it, in this process or another. */
        REFUSED,
        /** There is none here. */
        UNAVAILABLE
    }

    private static final KernelLock REFUSED = new KernelLock(State.REFUSED, -1);
    private static final KernelLock UNAVAILABLE = new KernelLock(State.UNAVAILABLE, -1);
    private static final int LOCK_SHARED = 1;
    private static final int LOCK_EXCLUSIVE = 2;
    private static final int LOCK_NOT_BLOCKING = 4;

    private final State state;
    private int descriptor;

    private KernelLock(State state, int descriptor) {
        this.state = state;
        this.descriptor = descriptor;
    }

    /** Tries to take the lock of a directory that is there. */
    static KernelLock take(Path directory, boolean shared) {
        if (!"file".equals(directory.getFileSystem().provider().getScheme())
            || !KernelLock.class.getModule().isNativeAccessEnabled()) {
            return UNAVAILABLE;
        }
        final SystemCalls calls = SystemCalls.INSTANCE;
        if (calls == null) {
            return UNAVAILABLE;
        }
        final int opened = calls.open(directory);
        if (opened < 0) {
            return UNAVAILABLE;
        }
        final int failure = calls.lock(opened, (shared ? LOCK_SHARED : LOCK_EXCLUSIVE) | LOCK_NOT_BLOCKING);
        if (failure == 0) {
            return new KernelLock(State.HELD, opened);
        }
        calls.close(opened);
        return failure == calls.wouldBlock ? REFUSED : UNAVAILABLE;
    }

    State state() {
        return state;
    }

    /** Gives it back. Closing twice does nothing. */
    @Override
    public void close() {
        if (descriptor >= 0 && SystemCalls.INSTANCE != null) {
            SystemCalls.INSTANCE.close(descriptor);
            descriptor = -1;
        }
    }

    /** {@code open}, {@code flock} and {@code close} of the C library. */
    private static final class SystemCalls {
        private static final StructLayout STATE = Linker.Option.captureStateLayout();
        private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        private static final int INTERRUPTED = 4;
        /** Null where they are not known. */
        static final @Nullable SystemCalls INSTANCE = find();

        final int wouldBlock;
        /** Read only, and no process that this one starts has it. */
        private final int openFlags;
        private final MethodHandle open;
        private final MethodHandle flock;
        private final MethodHandle close;

        @SuppressWarnings("restricted") // What is called is what the types below say.
        private SystemCalls(boolean linux) {
            wouldBlock = linux ? 11 : 35;
            openFlags = linux ? 0x80000 : 0x1000000;
            final Linker linker = Linker.nativeLinker();
            final Linker.Option errno = Linker.Option.captureCallState("errno");
            open = linker.downcallHandle(linker.defaultLookup().findOrThrow("open"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT), errno,
                Linker.Option.firstVariadicArg(2));
            flock = linker.downcallHandle(linker.defaultLookup().findOrThrow("flock"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), errno);
            close = linker.downcallHandle(linker.defaultLookup().findOrThrow("close"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT), errno);
        }

        private static @Nullable SystemCalls find() {
            final String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
            final boolean linux = system.startsWith("linux");
            if (!linux && !system.startsWith("mac")) {
                return null;
            }
            try {
                return new SystemCalls(linux);
            } catch (RuntimeException | LinkageError e) {
                // A JVM that cannot call the system.
                return null;
            }
        }

        /** Returns a descriptor, or -1. */
        int open(Path directory) {
            final Charset names =
                Charset.forName(System.getProperty("sun.jnu.encoding", Charset.defaultCharset().name()));
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment path = arena.allocateFrom(directory.toAbsolutePath().toString(), names);
                final MemorySegment error = arena.allocate(STATE);
                int opened;
                do {
                    opened = (int) open.invokeExact(error, path, openFlags);
                } while (opened < 0 && (int) ERRNO.get(error, 0L) == INTERRUPTED);
                return opened;
            } catch (Throwable e) {
                throw bug(e);
            }
        }

        /** Returns 0, or why not. */
        int lock(int opened, int how) {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment error = arena.allocate(STATE);
                return (int) flock.invokeExact(error, opened, how) == 0 ? 0 : (int) ERRNO.get(error, 0L);
            } catch (Throwable e) {
                throw bug(e);
            }
        }

        void close(int opened) {
            try (Arena arena = Arena.ofConfined()) {
                final var _ = (int) close.invokeExact(arena.allocate(STATE), opened);
            } catch (Throwable e) {
                throw bug(e);
            }
        }

        private static IllegalStateException bug(Throwable thrown) {
            if (thrown instanceof Error error) {
                throw error;
            }
            return new IllegalStateException("a call of the system has thrown something; this is a bug", thrown);
        }
    }
}
