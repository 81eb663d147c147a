package io.baton.server.login;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Logins of operators who send their passwords by HTTP, as those who read metrics and who open a console do. They are
 * slowed down together with logins over the wire, and checked one after the other on a thread of their own: who guesses
 * takes a processor at most. Each refusal is a line of the log. On one event loop, but for the checks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Of what is scheduled.
public final class OperatorLogins implements AutoCloseable {

    /**
     * One address has half of all logins that may be under way. {@link FailedLogins} lets fewer guess there, so that
     * users who have logged in from it before have places left.
     */
    private static final int ADDRESSES = 2;

    /** Why a login is refused. */
    public enum Refusal {
        /** Too many are under way, or have failed. */
        TOO_MANY,
        /** There is no such user, or the password is wrong. */
        FAILED,
        /** The user has no grant {@code operator}. */
        NO_OPERATOR,
        /** The connection has ended before the password was checked. */
        GONE
    }

    /** Is told once how a login ends, on the event loop. */
    public interface Listener {

        /**
         * It is right, and the user operates the server.
         *
         * @param user who has logged in
         */
        void admitted(PasswordLogins.LoggedIn user);

        /**
         * It is refused.
         *
         * @param why what to answer
         * @param user the user's name in its one form, as far as it is known
         */
        void refused(Refusal why, String user);
    }

    private final PasswordLogins logins;
    private final EventExecutor loop;
    private final EventExecutor checks;
    private final AddressLimit underWay;
    private final LimitedLines lines;

    /**
     * Makes them.
     *
     * @param logins of the server's users
     * @param loop on which all is done but the checks
     * @param thread names the thread of the checks
     * @param underWayMost how many may wait or be checked at once; half of them from one address
     * @param lines what is told of refusals
     */
    public OperatorLogins(PasswordLogins logins, EventExecutor loop, String thread, int underWayMost,
            LimitedLines lines) {
        this.logins = logins;
        this.loop = loop;
        this.checks = new DefaultEventExecutor(new DefaultThreadFactory(thread, true));
        this.underWay = new AddressLimit(underWayMost, Math.max(1, underWayMost / ADDRESSES));
        this.lines = lines;
    }

    /**
     * Begins a login.
     *
     * @param user whose it is said to be, in any form
     * @param password is wiped when it was checked
     * @param from where it comes from
     * @param channel over which it comes; when that closes it waits no longer
     * @param listener is told how it ends
     */
    public void begin(String user, char[] password, InetAddress from, Channel channel, Listener listener) {
        final PasswordLogins.Attempt attempt = attempt(user, from);
        if (attempt == null) {
            Arrays.fill(password, '\0');
            lines.tell("a login from " + from.getHostAddress() + " is refused: too many are under way or have failed");
            listener.refused(Refusal.TOO_MANY, "");
        } else {
            new Login(attempt, password, from, channel, listener).begin();
        }
    }

    private PasswordLogins.@Nullable Attempt attempt(String user, InetAddress from) {
        if (!underWay.enter(from)) {
            return null;
        }
        final PasswordLogins.Attempt attempt = logins.begin(user, from);
        if (attempt == null) {
            underWay.leave(from);
        }
        return attempt;
    }

    /**
     * Says whether somebody who has logged in before operates the server now; if not, it is a line of the log.
     *
     * @param user who has logged in
     * @param from from where
     * @return whether the user has the grant {@code operator}
     */
    public boolean operates(PasswordLogins.LoggedIn user, InetAddress from) {
        final boolean operates = user.access().grants().operator();
        if (!operates) {
            lines.tell("the login of " + user.name() + " from " + from.getHostAddress()
                + " is refused: the user has no grant operator");
        }
        return operates;
    }

    /** One login that has a place. */
    private final class Login {
        private final PasswordLogins.Attempt attempt;
        private final char[] password;
        private final InetAddress from;
        private final Channel channel;
        private final Listener listener;
        private final ChannelFutureListener gone = closed -> loop.execute(this::left);
        /** Until the check begins. */
        private @Nullable Future<?> waiting;
        private volatile boolean unwanted;

        Login(PasswordLogins.Attempt attempt, char[] password, InetAddress from, Channel channel,
                Listener listener) {
            this.attempt = attempt;
            this.password = password;
            this.from = from;
            this.channel = channel;
            this.listener = listener;
        }

        void begin() {
            waiting = loop.schedule(this::awaitCheck, attempt.waitNanos(), TimeUnit.NANOSECONDS);
            channel.closeFuture().addListener(gone);
        }

        private void left() {
            unwanted = true;
            final Future<?> wait = waiting;
            if (wait != null && wait.cancel(false)) {
                waiting = null;
                attempt.abandon();
                end(null, true);
            }
        }

        private void awaitCheck() {
            waiting = null;
            checks.execute(() -> {
                final boolean skipped = unwanted;
                final PasswordLogins.LoggedIn found = skipped ? null : check();
                if (skipped) {
                    attempt.abandon();
                }
                // As late as it would be answered if the user had never logged in from there.
                final long nanos = found == null && !skipped && !attempt.busyIfWrong() ? attempt.answerNanos() : 0;
                loop.schedule(() -> end(found, skipped), nanos, TimeUnit.NANOSECONDS);
            });
        }

        private PasswordLogins.@Nullable LoggedIn check() {
            try {
                return attempt.check(password);
            } catch (RuntimeException e) {
                loop.execute(() -> lines.tell("a login cannot be checked: " + e));
                return null;
            }
        }

        private void end(PasswordLogins.@Nullable LoggedIn found, boolean skipped) {
            Arrays.fill(password, '\0');
            underWay.leave(from);
            channel.closeFuture().removeListener(gone);
            if (skipped) {
                listener.refused(Refusal.GONE, attempt.user());
            } else if (found == null) {
                lines.tell("the login of " + attempt.user() + " from " + from.getHostAddress() + " has failed");
                listener.refused(attempt.busyIfWrong() ? Refusal.TOO_MANY : Refusal.FAILED, attempt.user());
            } else if (operates(found, from)) {
                listener.admitted(found);
            } else {
                listener.refused(Refusal.NO_OPERATOR, attempt.user());
            }
        }
    }

    /** Ends the thread of the checks. Closing twice does nothing. */
    @Override
    public void close() {
        checks.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
