package io.baton.server.login;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
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
            final long wait = failed.begin(user, address, now);
            assertThat(wait).isBetween(0L, MOST);
            now += wait;
            if (wait > 0) {
                failed.end(user, address);
            }
            failed.failed(user, address, now);
        }
        return now - begin;
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
        for (int i = 0; i < FailedLogins.WAITING_MAX; i++) {
            assertThat(failed.begin("ann", "b" + i, now)).isEqualTo(MOST);
        }
        assertThat(failed.begin("ann", "c", now)).isEqualTo(FailedLogins.TOO_MANY);
        assertThat(failed.begin("bob", "c", now)).isZero();
        failed.end("ann", "b0");
        assertThat(failed.begin("ann", "c", now)).isEqualTo(MOST);
    }

    @Test
    void othersAreNotSlowedDown() {
        guess(15, "ann", "a");
        assertThat(failed.begin("bob", "a", now)).isZero();
        assertThat(failed.begin("ann", "b", now)).isEqualTo(MOST);
        failed.succeeded("ann");
        assertThat(failed.begin("ann", "b", now)).isZero();
    }

    @Test
    void allIsForgottenAfterAWhile() {
        guess(100, "ann", "a");
        now += FailedLogins.FORGOTTEN_NANOS + 1;
        assertThat(failed.begin("ann", "a", now)).isZero();
    }

    @Test
    void whatIsKnownIsBounded() {
        guess(20, "ann", "a");
        for (int i = 0; i < 100_000; i++) {
            failed.failed("user" + i, "address" + i, now);
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
