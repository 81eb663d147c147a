package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.deploy.password.InputTerminal;
import io.baton.deploy.password.StandardPasswords;
import io.baton.testing.Certificates;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton user}, and a server and calls with users and TLS. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class UserCommandsTest {

    private static final String PASSWORD = "correct horse";

    @TempDir
    private Path folder = Path.of("");

    private Path users = Path.of("");

    @BeforeEach
    void nameFile() {
        users = folder.resolve("users");
    }

    private CommandRun user(int status, String command, String... arguments) {
        final CommandRun run = new CommandRun();
        return user(run, status, command, arguments);
    }

    private CommandRun user(CommandRun run, int status, String command, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("user", command, "--users", users.toString()));
        all.addAll(List.of(arguments));
        assertThat(run.execute(all.toArray(String[]::new))).as(run.err()).isEqualTo(status);
        assertThat(run.out() + run.err()).doesNotContain(PASSWORD);
        assertThat(run.err()).hasLineCount(status == 0 ? 0 : 1);
        return run;
    }

    private CommandRun add(int status, String... arguments) {
        final CommandRun run = new CommandRun();
        run.piped.add(PASSWORD);
        return user(run, status, "add", arguments);
    }

    @Test
    void usersAreAddedListedGrantedAndRemoved() throws IOException {
        assertThat(add(0, "ann", "--all").out()).isEqualTo("ann may call all procedures.\n");
        assertThat(add(0, "bob", "Balance", "--tables").out()).isEqualTo("bob may call Balance; read tables.\n");
        assertThat(add(2, "bob").err()).contains("NAME bob: there is such a user");
        assertThat(user(0, "grant", "bob", "SendPayment", "--operator").out())
            .isEqualTo("bob may call Balance, SendPayment; read tables; operate the server.\n");
        assertThat(user(0, "revoke", "bob", "Balance", "--tables").out())
            .isEqualTo("bob may call SendPayment; operate the server.\n");
        assertThat(user(0, "revoke", "bob", "--all", "--operator").out()).isEqualTo("bob may nothing.\n");
        assertThat(user(0, "list").out())
            .isEqualTo("ann may call all procedures.\nbob may nothing.\n2 users.\n");
        assertThat(user(0, "remove", "bob").out()).isEqualTo("bob is removed.\n");
        assertThat(user(2, "remove", "bob").err()).contains("NAME bob: there is no such user");
        assertThat(user(0, "list").out()).endsWith("1 user.\n");
        assertThat(Files.readString(users)).doesNotContain(PASSWORD);
    }

    @Test
    void aPasswordIsTypedTwice() {
        final CommandRun right = new CommandRun();
        right.typed.addAll(List.of(PASSWORD, PASSWORD));
        user(right, 0, "add", "ann");
        final CommandRun wrong = new CommandRun();
        wrong.typed.addAll(List.of(PASSWORD, "another one"));
        assertThat(user(wrong, 2, "password", "ann").err()).contains("the two passwords differ");
    }

    @Test
    void aPasswordMayComeFromAFileOrStandardInput() throws IOException {
        final Path file = Files.writeString(folder.resolve("password"), PASSWORD + "\r\nanother line\n");
        user(0, "add", "ann", "--password-file", file.toString());
        final CommandRun run = new CommandRun();
        run.typed.add("not asked for");
        run.piped.add(PASSWORD);
        user(run, 0, "password", "ann", "--password-file", "-");
        assertThat(user(2, "password", "ann").err()).contains("there is no terminal");
        assertThat(user(2, "password", "ann", "--password-file", "none").err()).contains("there is no file none");
        final StandardPasswords standard = new StandardPasswords(null,
            new ByteArrayInputStream("\u00e4b\r\nc".getBytes(StandardCharsets.UTF_8)), new Screen(false, true));
        assertThat(standard.ask("?")).isNull();
        assertThat(standard.line()).isEqualTo("\u00e4b".toCharArray());
        assertThat(standard.line()).isEqualTo("c".toCharArray());
        assertThat(standard.line()).isNull();
    }

    /** A terminal that notes what it shows. */
    private static final class Screen implements InputTerminal {
        private final boolean there;
        private final boolean visible;
        private final List<String> shown = new ArrayList<>();

        Screen(boolean there, boolean visible) {
            this.there = there;
            this.visible = visible;
        }

        @Override
        public boolean isThere() {
            return there;
        }

        @Override
        public @Nullable Hidden hide(String prompt) {
            if (!visible) {
                return null;
            }
            shown.add(prompt);
            return () -> shown.add("shown again");
        }
    }

    /** As with {@code baton call ... > file}: Java has no console, and the terminal would show what is typed. */
    @Test
    void aPasswordIsNotShownWhenResultsGoIntoAFile() {
        final Screen screen = new Screen(true, true);
        final StandardPasswords typed =
            new StandardPasswords(null, new ByteArrayInputStream("secret\n".getBytes(StandardCharsets.UTF_8)), screen);
        assertThat(typed.isPiped()).isFalse();
        assertThat(typed.ask("Password: ")).isEqualTo("secret".toCharArray());
        assertThat(screen.shown).containsExactly("Password: ", "shown again");
        final InputStream unread = new ByteArrayInputStream("secret\n".getBytes(StandardCharsets.UTF_8));
        final StandardPasswords blind = new StandardPasswords(null, unread, new Screen(true, false));
        assertThat(blind.ask("Password: ")).isNull();
        assertThat(blind.isPiped()).isFalse();
        assertThat(unread).hasContent("secret\n");
    }

    @Test
    void aTerminalWhereNobodyCanBeAskedIsNotReadFrom() {
        final CommandRun run = new CommandRun();
        run.terminal = true;
        run.piped.add(PASSWORD);
        assertThat(user(run, 2, "add", "ann").err()).contains("--password-file: no password was typed", "give a file");
        assertThat(run.piped).hasSize(1);
        final CommandRun told = new CommandRun();
        told.terminal = true;
        told.piped.add(PASSWORD);
        user(told, 0, "add", "ann", "--password-file", "-");
    }

    @Test
    void badNamesPasswordsAndFilesAreRefused() throws IOException {
        final CommandRun weak = new CommandRun();
        weak.piped.add("short");
        assertThat(user(weak, 2, "add", "ann").err()).contains("the password has 5 characters; give 8 or more")
            .doesNotContain("short");
        assertThat(Files.exists(users)).isFalse();
        for (final String builtIn : List.of("baton.query", "baton.statistics")) {
            assertThat(add(2, "ann", builtIn).err()).contains("PROCEDURE " + builtIn + ": it is not granted by name; "
                + "give --tables for queries");
        }
        assertThat(add(2, "a b").err()).contains("NAME a b: a user's name has no spaces");
        assertThat(add(2, "a\tb").err()).contains("NAME a\\tb: ");
        assertThat(add(2, "ann", "x\ny").err()).contains("is no procedure's name");
        assertThat(user(2, "grant", "ann").err()).contains("name procedures, or give --all");
        assertThat(user(2, "grant", "ann", "X").err()).contains("there is no file " + users);
        Files.writeString(users, "baton-users 1\n");
        assertThat(add(2, "ann").err()).contains("the file of users " + users + " is damaged");
        assertThat(user(2, "list").err()).contains("is damaged");
    }

    /** The whole way: users are made, a server asks for them, and calls log in over TLS. */
    @Test
    void aServerWithUsersAndTls() throws Exception {
        final Certificates pki = new Certificates(folder);
        final Certificates.Pair own = pki.forThisMachine("server");
        add(0, "ann", "SendPayment");
        final Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        final CommandRun run = new CommandRun();
        final CompletableFuture<Integer> status = CompletableFuture.supplyAsync(
            () -> run.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--set", "accounts=10",
                "--users", users.toString(), "--tls-cert", own.certificate().toString(), "--tls-key",
                own.key().toString()),
            task -> Thread.ofPlatform().daemon().start(task));
        while (!run.out().contains("Ctrl-C") && !status.isDone()) {
            Thread.onSpinWait();
        }
        final String url = run.out().lines().filter(line -> line.startsWith("Listening to ")).findFirst()
            .orElseThrow(() -> new AssertionError(run.err())).substring("Listening to ".length());
        final String[] secure =
            {"--url", url, "--ca", pki.ca.toString(), "--user", "ann", "--password-file", password.toString()};
        assertThat(call(0, secure, "SendPayment", "1", "2", "5").out()).isEqualTo("0\n");
        assertThat(call(0, secure, "--list").out()).startsWith("SendPayment(").hasLineCount(1);
        assertThat(call(2, secure, "Balance", "0").err()).contains("not called (42501): user ann may not call Balance");
        assertThat(call(2, new String[] {"--url", url}, "--list").err())
            .contains("(08001): ", "the server speaks TLS only");
        assertThat(call(2, new String[] {"--url", url, "--ca", pki.ca.toString()}, "--list").err())
            .contains("not called (28000): the server wants a login");
        Files.writeString(password, "wrong password");
        assertThat(call(2, secure, "--list").err()).contains("not called (28P01): ", "the login has failed");
        run.interruption.request();
        assertThat(status.join()).isZero();
        assertThat(run.err().lines().filter(line -> line.contains("connection"))
            .map(line -> line.replaceAll("(?<=127.0.0.1):\\d+", ""))).containsExactly(
                "2026-09-21T14:13:20.000Z INFO  connection of /127.0.0.1 refused to ann the procedure Balance, for "
                    + "which there is no grant",
                "2026-09-21T14:13:20.000Z INFO  connection of /127.0.0.1 closed, as it has sent something else than "
                    + "TLS",
                "2026-09-21T14:13:20.000Z INFO  connection of /127.0.0.1 refused, as the login of ann has failed: "
                    + "wrong password");
    }

    private static CommandRun call(int status, String[] options, String... arguments) {
        final List<String> all = new ArrayList<>(List.of("call"));
        all.addAll(List.of(options));
        all.addAll(List.of(arguments));
        final CommandRun run = new CommandRun();
        assertThat(run.execute(all.toArray(String[]::new))).as(Objects.toString(run.err())).isEqualTo(status);
        return run;
    }

    @Test
    void aServerSaysWhichFileItCannotUse() {
        final CommandRun run = new CommandRun();
        assertThat(run.execute("server", "--listen", "127.0.0.1:0", "--workload", "smallbank", "--set", "accounts=10",
            "--users", users.toString())).isEqualTo(2);
        assertThat(run.err()).contains("there is no file " + users).hasLineCount(1);
    }
}
