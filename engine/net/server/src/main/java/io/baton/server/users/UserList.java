package io.baton.server.users;

import io.baton.protocol.scram.ScramKeys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * All users of a server. Immutable. As text:
 *
 * <pre>
 * baton-users 1
 * secret BASE64                    what the keys of those who do not exist are made of
 * iterations 32768                 what theirs claim to have
 * user ann 32768 SALT STORED-KEY SERVER-KEY
 * call Transfer                    a grant of the user above; call * is for all procedures
 * tables
 * operator
 * sha256 HEX                       of all lines above
 * </pre>
 */
public final class UserList {

    private static final String TITLE = "baton-users 1";
    private static final int SECRET_BYTES = 32;
    private static final int USER_PARTS = 6;

    private final byte[] secret;
    private final int iterations;
    private final SortedMap<String, User> users;

    private UserList(byte[] secret, int iterations, SortedMap<String, User> users) {
        this.secret = secret;
        this.iterations = iterations;
        this.users = users;
    }

    /**
     * Makes a list without users.
     *
     * @param random must not be foreseen
     * @return the list
     */
    public static UserList empty(RandomGenerator random) {
        final byte[] secret = new byte[SECRET_BYTES];
        random.nextBytes(secret);
        return new UserList(secret, ScramKeys.ITERATIONS_USUAL, new TreeMap<>());
    }

    /** {@return how often passwords of new users are hashed} */
    public int iterations() {
        return iterations;
    }

    /** {@return all users, by name} */
    public List<User> users() {
        return List.copyOf(users.values());
    }

    /**
     * Finds a user.
     *
     * @param name in its one form
     * @return the user, or null if there is none
     */
    public @Nullable User find(String name) {
        return users.get(name);
    }

    /**
     * Finds what a login is checked with. Takes the same time and looks the same whether there is such a user or not.
     *
     * @param name whom a client claims to be
     * @return the keys of the user or of nobody
     */
    public ScramKeys keys(String name) {
        final ScramKeys ofNobody = ScramKeys.ofNobody(secret, name, iterations);
        final User user = users.get(name);
        return user == null ? ofNobody : user.keys();
    }

    /**
     * Adds a user, or replaces the one of that name.
     *
     * @param user the user
     * @return the new list
     */
    public UserList with(User user) {
        final SortedMap<String, User> more = new TreeMap<>(users);
        more.put(user.name(), user);
        return new UserList(secret, iterations, more);
    }

    /**
     * Removes a user.
     *
     * @param name in its one form
     * @return the new list
     */
    public UserList without(String name) {
        final SortedMap<String, User> less = new TreeMap<>(users);
        less.remove(name);
        return new UserList(secret, iterations, less);
    }

    /** {@return the text of a file} */
    String text() {
        final List<String> lines = new ArrayList<>();
        lines.add(TITLE);
        lines.add("secret " + base64(secret));
        lines.add("iterations " + iterations);
        for (final User user : users.values()) {
            final ScramKeys keys = user.keys();
            lines.add(String.join(" ", "user", user.name(), Integer.toString(keys.iterations()), base64(keys.salt()),
                base64(keys.storedKey()), base64(keys.serverKey())));
            lines.addAll(user.grants().lines());
        }
        final String body = String.join("\n", lines) + "\n";
        return body + "sha256 " + hash(body) + "\n";
    }

    /**
     * Reads the text of a file.
     *
     * @throws IllegalArgumentException if it is damaged
     */
    static UserList parse(String text) {
        final int last = text.lastIndexOf("sha256 ");
        if (last < 0 || !text.substring(last).equals("sha256 " + hash(text.substring(0, last)) + "\n")) {
            throw new IllegalArgumentException("its end is missing or does not fit the rest");
        }
        final List<String> lines = text.substring(0, last).lines().toList();
        if (lines.size() < 3 || !lines.getFirst().equals(TITLE)) {
            throw new IllegalArgumentException("it is of another version than this Baton's");
        }
        final byte[] secret = Base64.getDecoder().decode(after("secret ", lines.get(1)));
        final int iterations = Integer.parseInt(after("iterations ", lines.get(2)));
        final SortedMap<String, User> users = new TreeMap<>();
        User user = null;
        for (final String line : lines.subList(3, lines.size())) {
            if (line.startsWith("user ")) {
                user = user(line);
            } else if (user != null) {
                user = new User(user.name(), user.keys(), user.grants().withLine(line));
            } else {
                throw new IllegalArgumentException("a grant of nobody");
            }
            users.put(user.name(), user);
        }
        // Fails if nobody could have such keys.
        ScramKeys.ofNobody(secret, "", iterations);
        return new UserList(secret, iterations, users);
    }

    private static User user(String line) {
        final String[] parts = line.split(" ", -1);
        if (parts.length != USER_PARTS) {
            throw new IllegalArgumentException("a user of " + parts.length + " parts");
        }
        final Base64.Decoder decoder = Base64.getDecoder();
        return new User(parts[1], new ScramKeys(decoder.decode(parts[3]), Integer.parseInt(parts[2]),
            decoder.decode(parts[4]), decoder.decode(parts[5])), Grants.NONE);
    }

    private static String after(String start, String line) {
        if (!line.startsWith(start)) {
            throw new IllegalArgumentException("no line '" + start.strip() + "'");
        }
        return line.substring(start.length());
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static String hash(String text) {
        try {
            return HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
