package io.baton.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Guessing is slowed down, and users are not shut out, with a clock that the test turns. */
@Timeout(20)
class FailedLoginsTest {

    private static final long MOST = Duration.ofSeconds(2).toNanos();
    private static final int FREE_NAMES = FailedLogins.FREE_OF_ADDRESS / FailedLogins.FREE_OF_PAIR;

    private long now = Long.MAX_VALUE - 7;
    private final FailedLogins failed = new FailedLogins(MOST, () -> now);

    private FailedLogins.Turn begun(String user, String address) {
        return Objects.requireNonNull(failed.begin(user, address, false), "a turn");
    }

    /** One guess after the other; returns how long they took. */
    private long guess(int times, String user, String address) {
        final long begin = now;
        for (int i = 0; i < times; i++) {
            final FailedLogins.Turn turn = begun(user, address);
            assertThat(turn.nanos() + turn.answerNanos()).isBetween(0L, MOST);
            now += turn.nanos();
            failed.end(turn);
            failed.failed(user, address);
            now += turn.answerNanos();
        }
        return now - begin;
    }

    /** Passwords are tried with many names. */
    private void spray(int names, String address) {
        for (int i = 0; i < names; i++) {
            guess(1, "sprayed" + i, address);
        }
    }

    private long waitNanos(String user, String address) {
        final FailedLogins.Turn turn = begun(user, address);
        failed.end(turn);
        return turn.nanos();
    }

    /** Right away, as who knows the password needs one proof only. */
    private void logIn(String user, String address) {
        failed.end(begun(user, address));
        failed.succeeded(user, address);
    }

    @Test
    void aThousandGuessesTakeHalfAnHour() {
        assertThat(guess(FailedLogins.FREE_OF_PAIR, "ann", "a")).isZero();
        assertThat(guess(1, "ann", "a")).isEqualTo(FailedLogins.WAIT_FIRST_NANOS);
        assertThat(guess(1, "ann", "a")).isEqualTo(2 * FailedLogins.WAIT_FIRST_NANOS);
        assertThat(guess(995, "ann", "a")).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    static Stream<Arguments> attacks() {
        return Stream.of(attack("one address", i -> "ann", i -> "a"),
            attack("another address each time", i -> "ann", i -> "address" + i),
            attack("a hundred addresses", i -> "ann", i -> "address" + i % 100),
            attack("another name each time", i -> "user" + i, i -> "a"),
            attack("names of users and others", i -> i % 2 == 0 ? "ann" : "user" + i, i -> "a"),
            attack("a hundred names", i -> "user" + i % 100, i -> "a"));
    }

    private static Arguments attack(String what, IntFunction<String> user, IntFunction<String> address) {
        return Arguments.of(what, user, address);
    }

    /** Also if the user logs in right behind each guess, at home and behind the address of those who guess. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("attacks")
    void guessesOneAfterTheOtherAreSlow(String what, IntFunction<String> user, IntFunction<String> address) {
        for (final boolean rightOnes : new boolean[] {false, true}) {
            long spent = 0;
            for (int i = 0; i < 1_000; i++) {
                spent += guess(1, user.apply(i), address.apply(i));
                if (rightOnes) {
                    logIn("ann", "home");
                    logIn("ann", address.apply(0));
                    logIn("eve", address.apply(i));
                }
            }
            assertThat(spent).as(what).isGreaterThan(Duration.ofMinutes(25).toNanos());
            now += FailedLogins.PROVED.toNanos() + 1;
        }
    }

    /** The fault that was reported. */
    @Test
    void wrongPasswordsOfOneUserDoNotSlowDownOthersAtTheAddress() {
        guess(1_000, "ann", "office");
        assertThat(IntStream.range(0, 100).mapToLong(i -> waitNanos("user" + i, "office")).sum()).isZero();
        final List<FailedLogins.Turn> many = new ArrayList<>();
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            many.add(begun("ann", "office"));
        }
        assertThat(failed.begin("ann", "office", false)).as("of this user no more wait").isNull();
        assertThat(waitNanos("bob", "office")).isZero();
        many.forEach(failed::end);
        assertThat(failed.waiting()).isZero();
    }

    @Test
    void manyNamesAtAnAddressSlowDownTheOthersThere() {
        spray(FailedLogins.FREE_OF_ADDRESS, "office");
        assertThat(waitNanos("bob", "office")).isEqualTo(FailedLogins.WAIT_FIRST_NANOS);
        spray(30, "office");
        assertThat(waitNanos("new", "office")).isEqualTo(MOST);
        final List<FailedLogins.Turn> many = new ArrayList<>();
        for (int i = 0; i < FailedLogins.WAITING_OF_ADDRESS_MAX; i++) {
            many.add(begun("user" + i, "office"));
        }
        assertThat(failed.begin("new", "office", false)).isNull();
        assertThat(waitNanos("new", "elsewhere")).isZero();
        failed.end(many.removeFirst());
        assertThat(waitNanos("new", "office")).isEqualTo(MOST);
    }

    /** Some names that are tried for ever do not use up what is free of the address. */
    @Test
    void failuresThatHaveWaitedAreNotCountedByAddress() {
        for (int i = 0; i < FREE_NAMES - 1; i++) {
            guess(50, "user" + i, "office");
        }
        assertThat(waitNanos("new", "office")).isZero();
        guess(50, "user" + FREE_NAMES, "office");
        assertThat(waitNanos("new", "office")).isEqualTo(FailedLogins.WAIT_FIRST_NANOS);
    }

    @Test
    void whoHasLoggedInThereLatelyDoesNotWaitForOtherNames() {
        logIn("ann", "office");
        spray(FailedLogins.FREE_OF_ADDRESS + 20, "office");
        final List<FailedLogins.Turn> many = new ArrayList<>();
        for (int i = 0; i < FailedLogins.WAITING_OF_ADDRESS_MAX; i++) {
            many.add(begun("user" + i, "office"));
            assertThat(many.getLast().nanos()).isEqualTo(MOST);
        }
        assertThat(failed.begin("bob", "office", false)).isNull();
        assertThat(waitNanos("ann", "office")).isZero();
        many.forEach(failed::end);
        now += FailedLogins.PROVED.toNanos() + 1;
        spray(FailedLogins.FREE_OF_ADDRESS + 20, "office");
        assertThat(waitNanos("ann", "office")).as("not lately").isEqualTo(MOST);
    }

    @Test
    void whoHasLoggedInLatelyDoesNotWaitForThoseWhoGuessElsewhere() {
        logIn("ann", "home");
        for (int i = 0; i < 100; i++) {
            guess(5, "ann", "bot" + i);
        }
        assertThat(waitNanos("ann", "home")).isZero();
        assertThat(guess(FailedLogins.FREE_OF_PAIR - 1, "ann", "home")).as("typing errors, which are answered late")
            .isEqualTo((FailedLogins.FREE_OF_PAIR - 1) * MOST);
        logIn("ann", "home");
        assertThat(waitNanos("ann", "home")).isZero();
        now += FailedLogins.PROVED.toNanos() + 1;
        guess(30, "ann", "a");
        assertThat(waitNanos("ann", "home")).isPositive();
    }

    /** A botnet against one user: at a new address the user waits as long as one guess, and is not refused. */
    @Test
    void aUserAtANewAddressIsNotShutOutByABotnet() {
        guess(FailedLogins.FREE_OF_USER, "ann", "first");
        final List<FailedLogins.Turn> bots = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            guess(FailedLogins.FREE_OF_PAIR, "ann", "bot" + i);
            final FailedLogins.Turn again = failed.begin("ann", "bot" + i, false);
            if (again != null) {
                bots.add(again);
            }
        }
        assertThat(bots).as("those that have failed before share few places").hasSize(FailedLogins.WAITING_MAX);
        for (int i = 0; i < FailedLogins.FREE_OF_PAIR; i++) {
            final FailedLogins.Turn turn = begun("ann", "hotel");
            assertThat(turn.nanos()).isEqualTo(MOST);
            now += turn.nanos();
            failed.end(turn);
            failed.failed("ann", "hotel");
        }
        assertThat(failed.begin("ann", "hotel", false)).as("no more typing errors").isNull();
        assertThat(waitNanos("bob", "hotel")).isZero();
    }

    @Test
    void guessesSideBySideOfAPairAreFew() {
        guess(30, "ann", "elsewhere");
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            assertThat(begun("ann", "a").nanos()).isEqualTo(MOST);
        }
        assertThat(failed.begin("ann", "a", false)).isNull();
    }

    /** As by HTTP: else many could begin before the first has failed. */
    @Test
    void loginsThatAreCheckedLaterAreFewAtOnce() {
        final List<FailedLogins.Turn> queued = new ArrayList<>();
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            queued.add(failed.begin("ann", "a", true));
            assertThat(queued.getLast().nanos()).isZero();
        }
        assertThat(failed.begin("ann", "a", true)).isNull();
        assertThat(failed.begin("bob", "a", true)).isNotNull();
        queued.forEach(failed::end);
        assertThat(failed.begin("ann", "a", true)).isNotNull();
    }

    /** A pool of connections that a user opens at once, after some errors and the right password. */
    @Test
    void mistypingIsForgivenButNotForEver() {
        for (int times = 0; times < FailedLogins.FORGIVEN_MAX / 2; times++) {
            guess(2, "ann", "a");
            logIn("ann", "a");
            for (int i = 0; i < 100; i++) {
                assertThat(begun("ann", "a").nanos()).isZero();
                failed.succeeded("ann", "a");
            }
        }
        guess(FailedLogins.FREE_OF_PAIR, "ann", "a");
        logIn("ann", "a");
        assertThat(waitNanos("ann", "a")).as("another one may guess behind the address").isPositive();
        now += FailedLogins.PAIR_FORGOTTEN.toNanos() + 1;
        assertThat(waitNanos("ann", "a")).isZero();
    }

    /** Whether somebody has ever logged in from there cannot be seen by who guesses. */
    @Test
    void aWrongPasswordIsAnsweredAlikeForUsersAndOthers() {
        logIn("ann", "office");
        spray(FailedLogins.FREE_OF_ADDRESS + 20, "office");
        for (int i = 0; i < 10; i++) {
            assertThat(guess(1, "ann", "office")).as("guess %d", i).isEqualTo(guess(1, "nobody", "office"));
        }
        for (int i = 0; i < FailedLogins.WAITING_OF_ADDRESS_MAX; i++) {
            begun("user" + i, "office");
        }
        logIn("bob", "elsewhere");
        assertThat(failed.begin("nobody2", "office", false)).isNull();
        failed.succeeded("bob", "office");
        final FailedLogins.Turn turn = begun("bob", "office");
        assertThat(turn.nanos()).isZero();
        assertThat(turn.busyIfWrong()).isTrue();
    }

    @Test
    void rightLoginsDoNotMakeThoseForgottenWhoGuess() {
        guess(30, "ann", "a");
        spray(FailedLogins.FREE_OF_ADDRESS + 20, "b");
        for (int i = 0; i < 100_000; i++) {
            failed.succeeded("user" + i, "address" + i);
        }
        assertThat(waitNanos("ann", "c")).isEqualTo(MOST);
        assertThat(waitNanos("bob", "b")).isEqualTo(MOST);
    }

    /** Names that fail once do not drive out those that fail often. */
    @Test
    void whoGoesOnIsNotForgottenBehindAFlood() {
        guess(30, "ann", "a");
        for (int i = 0; i < 100_000; i++) {
            failed.failed("user" + i, "address" + i);
            if (i % 1_000 == 0) {
                failed.failed("ann", "a");
            }
        }
        assertThat(waitNanos("ann", "a")).isEqualTo(MOST);
        assertThat(waitNanos("ann", "b")).isEqualTo(MOST);
    }

    @Test
    void allIsForgottenAfterAWhile() {
        guess(100, "ann", "a");
        spray(100, "b");
        now += FailedLogins.FORGOTTEN.toNanos() + 1;
        assertThat(waitNanos("ann", "b")).isZero();
        assertThat(waitNanos("ann", "a")).isEqualTo(MOST);
        now += FailedLogins.PAIR_FORGOTTEN.toNanos();
        assertThat(waitNanos("ann", "a")).isZero();
    }

    @Test
    void whatIsKnownIsBoundedInBytes() {
        final String longest = "\ufdfa".repeat(2_000);
        for (int i = 0; i < 50_000; i++) {
            failed.failed(i % 100 == 0 ? longest + i : "user" + i, "address" + i);
            failed.succeeded("other" + i, "address" + i);
        }
        assertThat(failed.knownBytes()).isBetween(2L * FailedLogins.TABLE_BYTES_MAX, 4L * FailedLogins.TABLE_BYTES_MAX);
        assertThat(failed.waiting()).isZero();
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() throws UnknownHostException {
        assertThat(FailedLogins.owner(InetAddress.getByName("2001:db8:1:2::3")))
            .isEqualTo(FailedLogins.owner(InetAddress.getByName("2001:db8:1:2:ffff::1")))
            .isNotEqualTo(FailedLogins.owner(InetAddress.getByName("2001:db8:1:3::3")));
        assertThat(FailedLogins.owner(InetAddress.getByName("::ffff:192.0.2.1")))
            .isEqualTo(FailedLogins.owner(InetAddress.getByName("192.0.2.1")))
            .isNotEqualTo(FailedLogins.owner(InetAddress.getByName("192.0.2.2")));
    }
}
