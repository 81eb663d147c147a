package io.baton.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.protocol.scram.ScramKeys;
import io.baton.server.users.Grants;
import io.baton.server.users.User;
import io.baton.server.users.UserFile;
import io.baton.server.users.UserList;
import io.baton.server.users.Users;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logins by HTTP: who gets in, how many at once, and what is told of the others. */
@Timeout(30)
class OperatorLoginsTest {

    private static final int MOST = 8;
    private static final int MOST_OF_ADDRESS = 4;

    @TempDir
    private Path folder = Path.of("");
    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final Queue<String> told = new ConcurrentLinkedQueue<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final LimitedLines lines = new LimitedLines(loop, "were refused", log::add);
    private OperatorLogins logins;

    private static User user(String name, boolean operator) {
        return new User(name, ScramKeys.of((name + "-secret").toCharArray(), new byte[] {1, 2, 3},
            ScramKeys.ITERATIONS_LEAST), new Grants(new TreeSet<>(), false, operator));
    }

    @BeforeEach
    void open() throws IOException {
        final UserFile file = new UserFile(folder.resolve("users"));
        file.change(UserList.empty(new SplittableRandom(1)),
            list -> list.with(user("olga", true)).with(user("max", false)));
        final Users users = Users.open(file, line -> {});
        logins = new OperatorLogins(new PasswordLogins(
            new Logins(users, System::nanoTime, new SplittableRandom(1), 10, Duration.ofMinutes(1))), loop, "checks",
            MOST, lines);
    }

    @AfterEach
    void close() {
        logins.close();
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        channel.close().syncUninterruptibly();
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void begin(String user, String password, int from, EmbeddedChannel over) {
        logins.begin(user, password.toCharArray(), address(from), over, new OperatorLogins.Listener() {
            @Override
            public void admitted(PasswordLogins.LoggedIn found) {
                told.add("admitted " + found.name());
            }

            @Override
            public void refused(OperatorLogins.Refusal why, String name) {
                told.add(why + " " + name);
            }
        });
    }

    private void onLoop(Runnable task) throws InterruptedException {
        loop.submit(task).sync();
    }

    private void awaitTold(int count) throws InterruptedException {
        while (told.size() < count) {
            Thread.sleep(1);
        }
    }

    @Test
    void operatorsWithTheRightPasswordAreAdmittedAndOthersHaveALine() throws InterruptedException {
        int count = 0;
        for (final String[] each : new String[][] {{"olga", "olga-secret"}, {"olga", "wrong"}, {"nobody", "x"},
            {"max", "max-secret"}}) {
            onLoop(() -> begin(each[0], each[1], 1, channel));
            awaitTold(++count);
        }
        assertThat(told).containsExactly("admitted olga", "FAILED olga", "FAILED nobody", "NO_OPERATOR max");
        assertThat(log).containsExactly("the login of olga from 10.0.0.1 has failed",
            "the login of nobody from 10.0.0.1 has failed",
            "the login of max from 10.0.0.1 is refused: the user has no grant operator");
    }

    /** Who sends many at once takes nothing from those at other addresses. */
    @Test
    void oneAddressHasAPartOfThePlaces() throws InterruptedException {
        onLoop(() -> {
            for (int i = 0; i < MOST; i++) {
                begin("max", "wrong", 1, channel);
            }
            begin("olga", "olga-secret", 2, channel);
            assertThat(told).hasSize(MOST - MOST_OF_ADDRESS).containsOnly("TOO_MANY ");
        });
        awaitTold(MOST + 1);
        assertThat(told).contains("admitted olga");
        assertThat(log).filteredOn(line -> line.equals(
            "a login from 10.0.0.1 is refused: too many are under way or have failed")).hasSize(
                MOST - MOST_OF_ADDRESS);
        // The places are free again.
        onLoop(() -> begin("olga", "olga-secret", 1, channel));
        awaitTold(MOST + 2);
        assertThat(told).last().isEqualTo("admitted olga");
    }

    /** One guesses on and on; the others log in from the same address, at once. */
    @Test
    void whoGuessesShutsOutNobodyElseAtTheAddress() throws InterruptedException {
        for (int i = 0; i < FailedLogins.FREE_OF_PAIR + 3; i++) {
            onLoop(() -> begin("max", "wrong", 1, channel));
            awaitTold(i + 1);
        }
        onLoop(() -> {
            for (int i = 0; i < 2; i++) {
                begin("max", "wrong", 1, channel);
            }
        });
        told.clear();
        onLoop(() -> begin("olga", "olga-secret", 1, channel));
        awaitTold(1);
        assertThat(told).containsExactly("admitted olga");
    }

    @Test
    void whoGoesWhileTheLoginWaitsLeavesItsPlace() throws InterruptedException {
        for (int failures = 0; failures < FailedLogins.FREE_OF_USER + 4; failures++) {
            final int from = 3 + failures;
            onLoop(() -> begin("olga", "wrong", from, channel));
            awaitTold(failures + 1);
        }
        told.clear();
        final long begin = System.nanoTime();
        for (int i = 0; i < 50; i++) {
            final EmbeddedChannel goes = new EmbeddedChannel();
            onLoop(() -> begin("olga", "olga-secret", 1, goes));
            goes.close().syncUninterruptibly();
            awaitTold(i + 1);
        }
        assertThat(told).containsOnly("GONE olga");
        // Each would have waited a second or so.
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(15));
        onLoop(() -> begin("olga", "olga-secret", 1, channel));
        awaitTold(51);
        assertThat(told).last().isEqualTo("admitted olga");
    }

    @Test
    void aFloodOfRefusalsIsCounted() throws InterruptedException {
        onLoop(() -> {
            for (int i = 0; i < 1_000; i++) {
                lines.tell("line " + i);
            }
        });
        while (log.size() <= LimitedLines.LINES_MAX) {
            Thread.sleep(1);
        }
        assertThat(log).hasSize(LimitedLines.LINES_MAX + 1).startsWith("line 0", "line 1")
            .last().isEqualTo("990 more were refused within a second, of which there are no lines");
        onLoop(() -> lines.tell("later"));
        assertThat(log).last().isEqualTo("later");
    }
}
