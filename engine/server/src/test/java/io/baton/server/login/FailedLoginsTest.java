package io.baton.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who guesses is slowed down, with a clock that the test turns. */
@Timeout(20)
class FailedLoginsTest {

    private static final long MOST = Duration.ofSeconds(2).toNanos();

    private final FailedLogins failed = new FailedLogins(MOST);
    private long now = 7;

    /** One guess after the other; returns how long they took. */
    private long guess(int times, String user, String address) {
        final long begin = now;
        for (int i = 0; i < times; i++) {
            final FailedLogins.Turn turn = failed.begin(user, address, now);
            assertThat(turn).isNotNull();
            assertThat(turn.nanos()).isBetween(0L, MOST);
            now += turn.nanos();
            failed.end(turn);
            failed.failed(user, address, now);
        }
        return now - begin;
    }

    private long waitNanos(String user, String address) {
        final FailedLogins.Turn turn = failed.begin(user, address, now);
        assertThat(turn).isNotNull();
        return turn.nanos();
    }

    /** Right away, as who knows the password needs one proof only. */
    private void logIn(String user, String address) {
        final FailedLogins.Turn turn = failed.begin(user, address, now);
        assertThat(turn).isNotNull();
        failed.end(turn);
        failed.succeeded(user, address, now);
    }

    @Test
    void aThousandGuessesTakeHalfAnHour() {
        assertThat(guess(FailedLogins.FREE_OF_USER, "ann", "a")).isZero();
        assertThat(guess(1, "ann", "a")).isEqualTo(FailedLogins.WAIT_FIRST_NANOS);
        assertThat(guess(1, "ann", "a")).isEqualTo(2 * FailedLogins.WAIT_FIRST_NANOS);
        assertThat(guess(995, "ann", "a")).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    @Test
    void anotherAddressDoesNotHelpWhoGuessesOneUser() {
        long spent = 0;
        for (int i = 0; i < 1_000; i++) {
            spent += guess(1, "ann", "address" + i);
        }
        assertThat(spent).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    @Test
    void anotherNameDoesNotHelpWhoGuessesFromOneAddress() {
        long spent = 0;
        for (int i = 0; i < 1_000; i++) {
            spent += guess(1, "user" + i, "a");
        }
        assertThat(spent).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    @Test
    void guessesSideBySideAreFew() {
        guess(30, "ann", "a");
        final List<FailedLogins.Turn> turns = new ArrayList<>();
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            turns.add(failed.begin("ann", "b" + i, now));
            assertThat(turns.getLast().nanos()).isEqualTo(MOST);
        }
        assertThat(failed.begin("ann", "c", now)).isNull();
        assertThat(waitNanos("bob", "c")).isZero();
        failed.end(turns.getFirst());
        assertThat(waitNanos("ann", "c")).isEqualTo(MOST);
        assertThat(failed.begin("ann", "c", now)).isNull();
    }

    @Test
    void othersAreNotSlowedDown() {
        guess(15, "ann", "a");
        assertThat(waitNanos("bob", "a")).isZero();
        assertThat(waitNanos("ann", "b")).isEqualTo(MOST);
    }

    /** Also if each of them comes right behind a guess. */
    @Test
    void rightLoginsOfAUserDoNotHelpWhoGuessesElsewhere() {
        long spent = 0;
        for (int i = 0; i < 1_000; i++) {
            spent += guess(1, "ann", "address" + i % 100);
            logIn("ann", "home");
        }
        assertThat(spent).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    /** Nor does a user of one's own. */
    @Test
    void rightLoginsFromAnAddressDoNotHelpWhoGuessesThere() {
        long spent = 0;
        for (int i = 0; i < 1_000; i++) {
            spent += guess(1, "ann", "shared");
            logIn("ann", "shared");
            logIn("eve", "shared");
        }
        assertThat(spent).isGreaterThan(Duration.ofMinutes(30).toNanos());
    }

    @Test
    void whoHasLoggedInLatelyDoesNotWaitForThoseWhoGuessElsewhere() {
        logIn("ann", "home");
        guess(30, "ann", "a");
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            assertThat(waitNanos("ann", "b" + i)).isEqualTo(MOST);
        }
        assertThat(waitNanos("ann", "home")).isZero();
        assertThat(guess(FailedLogins.FREE_OF_USER, "ann", "home")).isZero();
        assertThat(waitNanos("ann", "home")).isEqualTo(FailedLogins.WAIT_FIRST_NANOS);
        failed.succeeded("ann", "home", now);
        assertThat(waitNanos("ann", "home")).isZero();
        now += FailedLogins.PROVED_NANOS + 1;
        guess(FailedLogins.FREE_OF_USER, "ann", "a");
        assertThat(waitNanos("ann", "home")).isPositive();
    }

    @Test
    void rightLoginsDoNotMakeThoseForgottenWhoGuess() {
        guess(30, "ann", "a");
        for (int i = 0; i < 3 * FailedLogins.KNOWN_MAX; i++) {
            logIn("user" + i, "address" + i);
        }
        assertThat(waitNanos("ann", "b")).isEqualTo(MOST);
        assertThat(waitNanos("bob", "a")).isEqualTo(MOST);
    }

    /** Those who go on are kept, and not those who came first. */
    @Test
    void whoFailedLongestAgoIsForgottenFirst() {
        guess(30, "bob", "old");
        guess(30, "ann", "a");
        for (int i = 0; i < 3 * FailedLogins.KNOWN_MAX; i++) {
            failed.failed("user" + i, "address" + i, now);
            if (i % 1_000 == 0) {
                failed.failed("ann", "a", now);
            }
        }
        assertThat(waitNanos("ann", "b")).isEqualTo(MOST);
        assertThat(waitNanos("bob", "old")).isZero();
    }

    @Test
    void allIsForgottenAfterAWhile() {
        guess(100, "ann", "a");
        now += FailedLogins.FORGOTTEN_NANOS + 1;
        assertThat(waitNanos("ann", "a")).isZero();
    }

    @Test
    void whatIsKnownIsBounded() {
        guess(20, "ann", "a");
        for (int i = 0; i < 100_000; i++) {
            failed.failed("user" + i, "address" + i, now);
            failed.succeeded("other" + i, "address" + i, now);
        }
        assertThat(failed.known()).isEqualTo(FailedLogins.KNOWN_MAX);
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() throws UnknownHostException {
        assertThat(FailedLogins.owner(InetAddress.getByName("2001:db8:1:2::3")))
            .isEqualTo(FailedLogins.owner(InetAddress.getByName("2001:db8:1:2:ffff::1")))
            .isNotEqualTo(FailedLogins.owner(InetAddress.getByName("2001:db8:1:3::3")));
        assertThat(FailedLogins.owner(InetAddress.getByName("192.0.2.1")))
            .isNotEqualTo(FailedLogins.owner(InetAddress.getByName("192.0.2.2")));
    }
}
