package io.baton.console;

import io.baton.server.login.PasswordLogins;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who is logged in. A session ends when it is not used or has lasted too long, when its user may not operate the server
 * any more or has another password, and when others need its place. On the event loop.
 */
final class ConsoleSessions {

    /** Sessions of one user; the one that was used longest ago makes room for another. */
    static final int OF_USER_MAX = 8;
    private static final int SECRET_BYTES = 32;

    private final ConsoleOptions options;
    private final Consumer<String> log;
    /** By a hash of what the browser has: neither a look at memory nor the time of a look-up tells it. */
    private final Map<String, Session> byHash = new HashMap<>();

    ConsoleSessions(ConsoleOptions options, Consumer<String> log) {
        this.options = options;
        this.log = log;
    }

    /** One session. */
    private static final class Session {
        private final Visitor visitor;
        private final PasswordLogins.LoggedIn user;
        private final long beginNanos;
        private long usedNanos;

        Session(Visitor visitor, PasswordLogins.LoggedIn user, long nowNanos) {
            this.visitor = visitor;
            this.user = user;
            this.beginNanos = nowNanos;
            this.usedNanos = nowNanos;
        }
    }

    /** A secret that nobody can guess, as text. */
    static String secret(ConsoleOptions options) {
        final byte[] secret = new byte[SECRET_BYTES];
        options.random.nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /**
     * Begins a session.
     *
     * @param visitor whose it is
     * @param user who has logged in
     * @return what the browser shows with each request
     */
    String begin(Visitor visitor, PasswordLogins.LoggedIn user) {
        sweep();
        makeRoom(user.name());
        final String secret = secret(options);
        byHash.put(hash(secret), new Session(visitor, user, options.clock.getAsLong()));
        return secret;
    }

    private void sweep() {
        final Iterator<Session> all = byHash.values().iterator();
        while (all.hasNext()) {
            final Session session = all.next();
            final String end = end(session);
            if (end != null) {
                all.remove();
                tell(session, end);
            }
        }
    }

    private void makeRoom(String user) {
        final List<Session> own =
            byHash.values().stream().filter(session -> session.user.name().equals(user)).toList();
        if (own.size() >= OF_USER_MAX) {
            endOldest(own, "this user has " + OF_USER_MAX + " others");
        } else if (byHash.size() >= options.sessionsMax) {
            endOldest(List.copyOf(byHash.values()), "there are " + options.sessionsMax + " others");
        }
    }

    private void endOldest(List<Session> some, String why) {
        final long now = options.clock.getAsLong();
        final Session oldest =
            some.stream().max(Comparator.comparingLong(session -> now - session.usedNanos)).orElseThrow();
        byHash.values().remove(oldest);
        tell(oldest, why);
    }

    private void tell(Session session, String why) {
        log.accept("the session of " + session.user.name() + " has ended: " + why);
    }

    /** Why a session ends, or null if it goes on. */
    private @Nullable String end(Session session) {
        final long now = options.clock.getAsLong();
        if (now - session.usedNanos > options.sessionIdle.toNanos()) {
            return "it was not used for " + text(options.sessionIdle);
        }
        if (now - session.beginNanos > options.sessionLongest.toNanos()) {
            return "it has lasted for " + text(options.sessionLongest);
        }
        if (!session.user.isCurrent()) {
            return "the user was removed or has another password, or users cannot be read";
        }
        return session.user.access().grants().operator() ? null : "the user is no operator any more";
    }

    private static String text(Duration duration) {
        return duration.toMinutes() > 0 ? duration.toMinutes() + " minutes" : duration.toMillis() + " ms";
    }

    /** Finds whose secret this is; the session is used by that. */
    @Nullable
    Visitor find(String secret) {
        final String hash = hash(secret);
        final Session session = byHash.get(hash);
        if (session == null) {
            return null;
        }
        final String end = end(session);
        if (end != null) {
            byHash.remove(hash);
            tell(session, end);
            return null;
        }
        session.usedNanos = options.clock.getAsLong();
        return session.visitor;
    }

    /** Ends a session because its user wants that. */
    void end(Visitor visitor) {
        byHash.values().removeIf(session -> session.visitor.equals(visitor));
    }

    private static String hash(String secret) {
        try {
            return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
