package io.baton.deploy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.deploy.CommandRun;
import io.baton.engine.Engine;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ctrl-C, while a server says nothing. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class InterruptedShellTest {

    /** What a person types, who interrupts each line that takes some time. */
    private static final class Impatient implements Lines {
        private final Queue<String> left;
        private final AtomicReference<@Nullable Runnable> interrupt = new AtomicReference<>();
        private volatile boolean ended;

        Impatient(List<String> lines) {
            left = new ArrayDeque<>(lines);
        }

        @Override
        public @Nullable String next() {
            return left.poll();
        }

        @Override
        public boolean interactive() {
            return true;
        }

        @Override
        public void onInterrupt(Runnable action) {
            interrupt.set(action);
            Thread.ofVirtual().start(() -> {
                while (!ended) {
                    try {
                        Thread.sleep(50);
                    } catch (InterruptedException e) {
                        return;
                    }
                    action.run();
                }
            });
        }

        @Override
        public void close() {
            ended = true;
        }
    }

    /** Passes a client's greeting on to a server, and its welcome back; the server is not heard any more. */
    private static void welcome(ServerSocket listener, InetSocketAddress server) {
        try (Socket client = listener.accept(); Socket real = new Socket(server.getAddress(), server.getPort())) {
            pass(client, real);
            pass(real, client);
            while (client.getInputStream().read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    /** Passes what comes at once: a greeting is a few bytes. */
    private static void pass(Socket from, Socket to) throws IOException {
        final byte[] bytes = new byte[4096];
        to.getOutputStream().write(bytes, 0, from.getInputStream().read(bytes));
    }

    @Test
    void whateverIsAskedCanBeInterrupted() throws IOException {
        final CommandRun run = new CommandRun();
        final InetAddress loopback = InetAddress.getLoopbackAddress();
        try (Engine engine = Engine.builder().open();
            BatonServer server = BatonServer.start(engine, new ServerOptions(new InetSocketAddress(loopback, 0)));
            ServerSocket listener = new ServerSocket(0, 1, loopback)) {
            Thread.ofVirtual().start(() -> welcome(listener, server.address()));
            try (BatonClient client =
                BatonClient.connect(ClientOptions.of((InetSocketAddress) listener.getLocalSocketAddress()));
                Impatient lines = new Impatient(List.of("procedures", "tables", "describe Pay", "explain Pay 1",
                    "Pay 1", "SELECT * FROM account"))) {
                final Shell shell = new Shell(client, new ShellCommands(client), run.context.console(),
                    run.context.err(), run.context.clock(), text -> Duration.ofSeconds(1));
                assertThat(shell.run(lines)).isTrue();
            }
        }
        assertThat(run.err().lines()).hasSize(6).allMatch(line -> line.startsWith("baton: cancelled"));
        assertThat(run.out()).isEmpty();
    }
}
