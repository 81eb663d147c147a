package io.baton.lab.torture;

import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lab.child.ChildLife;
import io.baton.lab.child.ChildLines;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;

/** The main class of a lock server that is tortured. It tells its parent of sessions. */
final class ServerChild {

    /** The lines' first words. */
    static final String LISTENS = "listens";
    static final String JOINED = "joined";
    static final String FENCED = "fenced";
    static final String RESET = "reset";
    static final String CLOSED = "closed";

    private final ChildLines lines = new ChildLines();

    private ServerChild() {
    }

    static List<String> arguments(WireAddress address, long incarnation, Mistake planted) {
        return List.of(address.toString(), Long.toString(incarnation), planted.name());
    }

    /**
     * Serves until it is killed.
     *
     * @param arguments those of {@link #arguments}
     */
    public static void main(String[] arguments) {
        ChildLife.begin(ServerChild.class);
        new ServerChild().run(WireAddress.parse(arguments[0]), Long.parseLong(arguments[1]),
            Mistake.valueOf(arguments[2]));
    }

    private void run(WireAddress address, long incarnation, Mistake planted) {
        final ThreadFactory threads = Thread.ofPlatform().name("server-", 0).factory();
        try (InProcessFabric memory = new InProcessFabric(Layout.memoryBytes(), WaitPolicy.adaptive(1));
            LockServer server = LockServer.start(memory, List.of(address),
                LockServerOptions.of(threads, new SecureRandom(), text -> lines.line(CLOSED + " " + text))
                    .withSessionsOnly());
            RecoveryServer recovery = new RecoveryServer(new FaultyServerFabric(server.fabric(), planted),
                Layout.LOCKS, Times.options(), incarnation, threads, this::tell)) {
            server.recoverAt(recovery.route());
            lines.line(LISTENS + " " + server.addresses().getFirst());
            while (true) {
                LockSupport.park();
            }
        }
    }

    /** Told when it is done, so that nothing of a fenced process is served after the time in the line. */
    private void tell(ResetEvent event) {
        final String word = switch (event.kind()) {
            case JOINED -> JOINED;
            case FENCED -> FENCED;
            case RESET -> RESET;
        };
        lines.line(word + " " + event.node() + " " + SystemNanoClock.INSTANCE.nanoTime());
    }
}
