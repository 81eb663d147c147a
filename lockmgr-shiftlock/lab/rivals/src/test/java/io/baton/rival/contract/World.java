package io.baton.rival.contract;

import io.baton.fabric.Fabric;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** Where a lock is tried: a lock server, nodes with clients, and time. */
interface World extends AutoCloseable {

    /** The node whose processor has the lock server's memory in reach. */
    int SERVER = 0;

    /** The lock server as one node sees it: {@link #SERVER} or 1 and up. */
    Fabric fabric(int node);

    /** Makes threads for servers and agents. */
    ThreadFactory threads();

    /** Lets a server's processor time pass. */
    LongConsumer work();

    RandomGenerator random();

    /** Runs a task as so many clients at once, and hands on what goes wrong; they must end in bounded time. */
    void run(int clients, Task task);

    /** Called by a client: lets others run for about that long. */
    void linger(long nanos);

    /** Whether time may pass for a client at any point, however little it does. */
    boolean isRealTime();

    /** Now, in the fabric's clock. */
    long now();

    @Override
    void close();

    /** What a client does. */
    @FunctionalInterface
    interface Task {
        void run(int index) throws Exception;
    }
}
