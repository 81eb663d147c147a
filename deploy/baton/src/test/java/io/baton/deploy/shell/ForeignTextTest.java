package io.baton.deploy.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteTransaction;
import io.baton.deploy.CommandRun;
import io.baton.deploy.command.EventLog;
import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.engine.observe.PrintableText;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import io.baton.server.statistics.CallMeter;
import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Names, values and messages of others cannot write on a terminal what they like, nor lines of the log. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ForeignTextTest {

    /** Clears a screen of VT100 in 7 and in 8 bits, turns the direction, begins lines. */
    private static final String EVIL = "a\u001b[2J\u009b2J\u0085\u202eb\u2066\u2028\u2029\r\nc";

    /** Returns a text. */
    public static final class Say {
        public String run(Transaction transaction) {
            return EVIL;
        }
    }

    /**
     * A row.
     *
     * @param text of it
     */
    public record Said(String text) {
    }

    /** Returns rows. */
    public static final class SayRows {
        public List<Said> run(Transaction transaction) {
            return List.of(new Said(EVIL), new Said("b"));
        }
    }

    /** Gives up. */
    public static final class Refuse {
        @SuppressWarnings("DoNotCallSuggester") // Giving up is what it is called for.
        public long run(Transaction transaction) {
            throw transaction.abort(EVIL);
        }
    }

    /** Takes a day and a number. */
    public static final class Take {
        public String run(Transaction transaction, LocalDate day, BigDecimal number) {
            return day + " " + number;
        }
    }

    private final CallMeter meter = new CallMeter();
    private final Engine engine = Engine.builder().observer(meter).open();
    private final BatonServer server;
    private final CommandRun run = new CommandRun();

    ForeignTextTest() {
        engine.register("Say", new Say(), String.class);
        engine.register("SayRows", new SayRows(), List.class);
        engine.register("Refuse", new Refuse(), Long.class);
        engine.register("Take", new Take(), String.class);
        engine.register("Named" + EVIL, new Say(), String.class);
        server = BatonServer.start(engine,
            new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)).meter(meter));
    }

    @AfterEach
    void close() {
        server.close();
        engine.close();
    }

    private String url() {
        return "127.0.0.1:" + server.address().getPort();
    }

    private void call(int status, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("call", "--url", url()));
        all.addAll(List.of(arguments));
        assertThat(run.execute(all.toArray(String[]::new))).as(run.err()).isEqualTo(status);
    }

    private void assertHarmless() {
        final String all = run.out() + run.err();
        assertThat(all).contains("\\u001b[2J\\u009b2J\\u0085\\u202eb\\u2066\\u2028\\u2029\\r\\nc");
        assertThat(all.chars().filter(c -> c != '\n')).allMatch(PrintableText::isPrintable);
    }

    @Test
    void callsShowResultsListsAndRefusals() {
        call(0, "Say");
        assertHarmless();
        assertThat(run.out()).hasLineCount(1);
        call(0, "SayRows");
        call(0, "--list");
        call(1, "Refuse");
        call(2, "No such" + EVIL);
        assertHarmless();
        assertThat(run.err()).hasLineCount(2);
    }

    @Test
    void theShellShowsThemToo() {
        for (final String line : List.of("Say", "SayRows", "procedures", "explain Say", "Refuse", "\"N\u009b\"")) {
            final var in = new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8));
            new CommandLine(new ShellCommand(run.context, in)).execute("--url", url());
        }
        assertHarmless();
    }

    /** The JDK knows such a day and such a number, the protocol does not. */
    @Test
    void whatCannotBeSentIsSaidInALine() {
        for (final String[] wrong : new String[][] {{"+999999999-01-01", "1"}, {"2026-11-27", "1e99999"}}) {
            call(0, "Take", "2026-11-27", "1.5");
            call(2, "Take", wrong[0], wrong[1]);
            final var in = new ByteArrayInputStream(
                ("Take " + String.join(" ", wrong) + "\n").getBytes(StandardCharsets.UTF_8));
            assertThat(new CommandLine(new ShellCommand(run.context, in)).execute("--url", url())).isEqualTo(1);
        }
        assertThat(run.out()).isEqualTo("2026-11-27 1.5\n".repeat(2));
        assertThat(run.err().lines()).hasSize(4).allMatch(line -> line.contains("not called: "));
    }

    @Test
    void topShowsProceduresAndClients() {
        try (BatonClient client = BatonClient.connect(ClientOptions.of(server.address()).name(EVIL))) {
            client.procedure("Named" + EVIL, String.class).call();
            final RemoteTransaction transaction = client.begin();
            client.procedure("Say", String.class).in(transaction).call();
            assertThat(run.execute("top", "--once", "--interval", "100ms", "--url", url())).as(run.err()).isZero();
            transaction.rollback();
        }
        assertHarmless();
        assertThat(run.out()).contains("Named");
    }

    @Test
    void anEventIsALineOfTheLog() {
        try (EventLog log = EventLog.open(run.context)) {
            log.info("refused " + EVIL);
            Logger.getLogger("io.baton.test").log(Level.WARNING, "of a library: " + EVIL);
        }
        assertThat(run.err()).hasLineCount(2).contains("refused a\\u001b[2J\\u009b2J \\u202eb\\u2066 c\n",
            "io.baton.test: of a library: a");
        assertThat(run.err().chars().filter(c -> c != '\n')).allMatch(PrintableText::isPrintable);
    }
}
