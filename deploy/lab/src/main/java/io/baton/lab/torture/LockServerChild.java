package io.baton.lab.torture;

import io.baton.deploy.command.EventLog;
import io.baton.deploy.wire.LaneSettings;
import io.baton.fabric.inprocess.InProcessFabric;
import io.baton.fabric.inprocess.WaitPolicy;
import io.baton.lab.child.ChildLife;
import io.baton.lab.child.ChildLines;
import io.baton.lock.server.RecoveryServer;
import io.baton.lock.server.ResetEvent;
import io.baton.wire.LockServer;
import io.baton.wire.LockServerOptions;
import io.baton.wire.WireAddress;
import io.baton.wire.tls.LaneSecurity;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;

/** The main class of a lock server that is tortured. It tells its parent of sessions. */
final class LockServerChild {

    /** The lines' first words. */
    static final String LISTENS = "listens";
    static final String JOINED = "joined";
    static final String FENCED = "fenced";
    static final String RESET = "reset";
    static final String CLOSED = "closed";

    private final ChildLines lines = new ChildLines();

    private LockServerChild() {
    }

    static List<String> arguments(WireAddress address, long incarnation, Mistake planted, LaneSettings lanes) {
        final List<String> arguments = new ArrayList<>(lanes.words());
        arguments.addAll(List.of(address.toString(), Long.toString(incarnation), planted.name()));
        return arguments;
    }

    /**
     * Serves until it is killed.
     *
     * @param arguments those of {@link #arguments}
     * @throws IOException if the files of certificates cannot be read
     */
    public static void main(String[] arguments) throws IOException {
        EventLog.onlyWhereOpen();
        ChildLife.begin(LockServerChild.class);
        final List<String> words = List.of(arguments);
        final List<String> own = words.subList(LaneSettings.WORDS, words.size());
        new LockServerChild().run(WireAddress.parse(own.get(0)), Long.parseLong(own.get(1)),
            Mistake.valueOf(own.get(2)),
            LaneSettings.of(words).open(FileSystems.getDefault()));
    }

    private void run(WireAddress address, long incarnation, Mistake planted, LaneSecurity security) {
        final ThreadFactory threads = Thread.ofPlatform().name("server-", 0).factory();
        try (InProcessFabric memory = new InProcessFabric(TortureLayout.memoryBytes(), WaitPolicy.adaptive(1));
            LockServer server = LockServer.start(memory, List.of(address),
                LockServerOptions.of(threads, new SecureRandom(), text -> lines.line(CLOSED + " " + text))
                    .withSessionsOnly().withSecurity(security));
            RecoveryServer recovery = new RecoveryServer(new FaultyServerFabric(server.fabric(), planted),
                TortureLayout.LOCKS, Times.options(), incarnation, threads, this::tell)) {
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
