package io.baton.fabric.inprocess;

import io.baton.fabric.Address;
import io.baton.fabric.Call;
import io.baton.fabric.CallHandler;
import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.fabric.Route;
import io.baton.park.Parking;
import io.baton.park.WaitKeeper;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;
import org.jspecify.annotations.Nullable;

/**
 * A fabric within one JVM: the lock server's memory is off-heap, verbs are executed by the calling thread.
 */
public final class InProcessFabric implements Fabric {

    /** The largest number of endpoints that can be open at once. */
    public static final int ENDPOINTS_MAX = 1 << 16;

    private static final int NODE = 1;
    private static final int MAILBOX_BYTES = 8 * 1024;

    private final InProcessMemory memory;
    private final NanoClock clock;
    private final Waiters waiters;
    private final AtomicInteger nextQueuePair = new AtomicInteger();
    private final AtomicReferenceArray<@Nullable InProcessEndpoint> endpoints =
        new AtomicReferenceArray<>(ENDPOINTS_MAX);
    private final AtomicReferenceArray<@Nullable CallHandler> handlers =
        new AtomicReferenceArray<>(Call.HANDLERS_MAX);
    /** Runs from the first far deadline on. */
    private final WaitKeeper keeper = new WaitKeeper(this::ringOverdue, Parking.onMachine());
    private volatile boolean keeperStarted;
    private volatile boolean closed;

    /**
     * Registers memory, filled with zeros.
     *
     * @param memoryBytes bytes, a multiple of 16
     * @param clock gives deadlines their meaning; monotonic
     * @param waitPolicy how long waiters stay on their cores
     */
    public InProcessFabric(long memoryBytes, NanoClock clock, WaitPolicy waitPolicy) {
        this(new GuardedMemory(memoryBytes), clock, waitPolicy);
    }

    private InProcessFabric(InProcessMemory memory, NanoClock clock, WaitPolicy waitPolicy) {
        this.memory = memory;
        this.clock = clock;
        this.waiters = new Waiters(waitPolicy);
    }

    /**
     * Registers memory, with the system's monotonic clock.
     *
     * @param memoryBytes bytes, a multiple of 16
     * @param waitPolicy how long waiters stay on their cores
     */
    public InProcessFabric(long memoryBytes, WaitPolicy waitPolicy) {
        this(memoryBytes, SystemNanoClock.INSTANCE, waitPolicy);
    }

    /**
     * Registers memory with atomics of 8 bytes only, which are the processor's own and need no guard.
     *
     * @param memoryBytes bytes, a multiple of 16
     * @param clock gives deadlines their meaning; monotonic
     * @param waitPolicy how long waiters stay on their cores
     * @return the fabric
     */
    public static InProcessFabric plain(long memoryBytes, NanoClock clock, WaitPolicy waitPolicy) {
        return new InProcessFabric(new PlainMemory(memoryBytes), clock, waitPolicy);
    }

    /**
     * The same with the system's monotonic clock.
     *
     * @param memoryBytes bytes, a multiple of 16
     * @param waitPolicy how long waiters stay on their cores
     * @return the fabric
     */
    public static InProcessFabric plain(long memoryBytes, WaitPolicy waitPolicy) {
        return plain(memoryBytes, SystemNanoClock.INSTANCE, waitPolicy);
    }

    @Override
    public boolean executes() {
        return true;
    }

    @Override
    public void register(int number, CallHandler handler) {
        Call.checkHandler(number);
        if (!handlers.compareAndSet(number, null, handler)) {
            throw new IllegalStateException("handler " + number + " is registered already; give another number");
        }
    }

    @Override
    public @Nullable CallHandler handler(int number) {
        return number < 0 || number >= Call.HANDLERS_MAX ? null : handlers.get(number);
    }

    /** Whom a call names. */
    CallHandler called(Call call) {
        final CallHandler handler = handlers.get(call.handler());
        if (handler == null || Address.server(call.address()) != 0) {
            throw new IllegalArgumentException("a call to handler " + call.handler() + " of server "
                + Address.server(call.address()) + ": there is none; register it first");
        }
        return handler;
    }

    @Override
    public boolean hasWideAtomics() {
        return memory.isWide();
    }

    @Override
    public Endpoint connect() {
        if (closed) {
            throw new IllegalStateException("the fabric is closed; open a new one");
        }
        for (int tries = 0; tries < ENDPOINTS_MAX; tries++) {
            final int queuePair = nextQueuePair.getAndIncrement() & (ENDPOINTS_MAX - 1);
            final InProcessEndpoint endpoint = new InProcessEndpoint(
                this, Route.of(NODE, queuePair), memory, new Mailbox(MAILBOX_BYTES),
                new ParkedDoorbell(clock, this::watchDeadline), waiters);
            if (endpoints.compareAndSet(queuePair, null, endpoint)) {
                waiters.connect();
                return endpoint;
            }
        }
        throw new IllegalStateException(
            "all " + ENDPOINTS_MAX + " routes are in use; close endpoints that are no longer needed");
    }

    /** Called by a waiter that has stored a far deadline. */
    private void watchDeadline() {
        if (!keeperStarted) {
            startKeeper();
        }
        keeper.watch();
    }

    private synchronized void startKeeper() {
        if (!keeperStarted) {
            Thread.ofPlatform().daemon().name("baton-deadline-keeper").start(keeper);
            keeperStarted = true;
        }
    }

    @Override
    public Doorbell doorbell() {
        return new ParkedDoorbell(clock, null);
    }

    @Override
    public NanoClock clock() {
        return clock;
    }

    @Override
    public boolean hasRoundTrips() {
        return false;
    }

    /** Every client of this fabric shares the lock server's process. */
    @Override
    public LocalWords localWords() {
        return memory;
    }

    @Override
    public long memoryBytes() {
        return memory.bytes();
    }

    @Override
    public void close() {
        closed = true;
        keeper.stop();
        final int opened = opened();
        for (int i = 0; i < opened; i++) {
            final InProcessEndpoint endpoint = endpoints.get(i);
            if (endpoint != null) {
                endpoint.close();
            }
        }
    }

    /** How many endpoints are open. */
    int clients() {
        return waiters.clients();
    }

    /** How many clients wait now. */
    int waiting() {
        return waiters.waiting();
    }

    /** How many places of endpoints were ever in use. */
    private int opened() {
        final int next = nextQueuePair.get();
        return next < 0 ? ENDPOINTS_MAX : Math.min(next, ENDPOINTS_MAX);
    }

    private boolean ringOverdue() {
        boolean waiting = false;
        final int opened = opened();
        for (int i = 0; i < opened; i++) {
            final InProcessEndpoint endpoint = endpoints.get(i);
            waiting |= endpoint != null && endpoint.ringIfOver();
        }
        return waiting;
    }

    @Nullable
    InProcessEndpoint peer(long route) {
        final int queuePair = Route.queuePair(route);
        return Route.node(route) == NODE && queuePair < ENDPOINTS_MAX ? endpoints.get(queuePair) : null;
    }

    void disconnect(InProcessEndpoint endpoint) {
        if (endpoints.compareAndSet(Route.queuePair(endpoint.route()), endpoint, null)) {
            waiters.disconnect();
        }
    }
}
