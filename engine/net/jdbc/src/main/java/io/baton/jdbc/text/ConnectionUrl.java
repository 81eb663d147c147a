package io.baton.jdbc.text;

import io.baton.jdbc.value.SqlErrors;
import io.baton.protocol.ProtocolLimits;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where to connect, and how: {@code jdbc:baton://host:port/?option=value&...} for a server, or for the first of several
 * that is there, with commas between,
 * {@code jdbc:baton:embedded:name} for one in this process. Immutable.
 *
 * @param url what was given
 * @param address host and port, several with commas between; empty for a server in this process
 * @param embedded the name of a server in this process, or empty
 * @param options by their names
 */
public record ConnectionUrl(String url, String address, String embedded, Map<String, String> options) {

    /** How every URL of this driver begins. */
    public static final String PREFIX = "jdbc:baton:";

    private static final String EMBEDDED = PREFIX + "embedded:";
    private static final String REMOTE = PREFIX + "//";
    private static final String PORT_DEFAULT = ":7432";
    private static final int ENDPOINTS_MOST = ProtocolLimits.ENDPOINTS_MAX;
    /** What counts for one connection, whatever socket it has; and how many have one, which the client looks at. */
    private static final List<Option> OWN = List.of(Option.CALL_TIMEOUT, Option.NETWORK_TIMEOUT, Option.FETCH_SIZE,
        Option.CONNECTIONS_PER_SOCKET);

    /** An option of a connection. */
    public enum Option {
        /** Who calls. */
        USER("user", "", "who calls"),
        /** What proves it. */
        PASSWORD("password", "", "what proves it"),
        /** Whether to encrypt. */
        SSL("ssl", "false", "true to encrypt, and to trust the authorities that Java trusts"),
        /** Whom to trust. */
        SSL_ROOT_CERT("sslRootCert", "", "a PEM file of authorities to trust; encrypts"),
        /** Who the client is. */
        SSL_CERT("sslCert", "", "a PEM file of the client's certificate, for a server that asks for one"),
        /** Its key. */
        SSL_KEY("sslKey", "", "a PEM file of that certificate's key"),
        /** How the server's log names the connection. */
        APPLICATION_NAME("applicationName", "jdbc", "how the server's log names the connection"),
        /** The limit of a call. */
        CALL_TIMEOUT("callTimeout", "0",
            "milliseconds that a call may take unless its statement has a limit; 0: the server's"),
        /** The limit of connecting. */
        CONNECT_TIMEOUT("connectTimeout", "5000", "milliseconds that connecting may take"),
        /** How many addresses a server may name. */
        ENDPOINTS_MAX("endpointsMax", "0",
            "how many addresses that a server names are tried first when it has gone, 0 to 16"),
        /** The limit of waiting for answers. */
        NETWORK_TIMEOUT("networkTimeout", "0",
            "milliseconds after which a connection without an answer is given up; 0: never"),
        /** Rows of a page. */
        FETCH_SIZE("fetchSize", "0", "rows that come with one message; 0: as the server likes"),
        /** How many share a socket. */
        CONNECTIONS_PER_SOCKET("connectionsPerSocket", "16",
            "how many connections of a driver or data source share a socket; 1: none do, as within a process");

        private final String key;
        private final String usual;
        private final String text;

        Option(String key, String usual, String text) {
            this.key = key;
            this.usual = usual;
            this.text = text;
        }

        /** {@return its name} */
        public String key() {
            return key;
        }

        /** {@return its value unless told otherwise} */
        public String usual() {
            return usual;
        }

        /** {@return what it is, for people} */
        public String text() {
            return text;
        }
    }

    /** Keeps the options from changes. */
    public ConnectionUrl {
        options = Map.copyOf(options);
    }

    /**
     * Tells whether a URL is for this driver.
     *
     * @param url a URL, or null
     * @return whether it is
     */
    public static boolean accepts(@Nullable String url) {
        return url != null && url.startsWith(PREFIX);
    }

    /**
     * Reads a URL.
     *
     * @param url the URL
     * @param more options that the URL does not have; those of the URL count more
     * @return what it says
     * @throws SQLException if it is not understood
     */
    public static ConnectionUrl parse(String url, Properties more) throws SQLException {
        final int question = url.indexOf('?');
        final String place = question < 0 ? url : url.substring(0, question);
        final Map<String, String> options = new TreeMap<>();
        for (final Option option : Option.values()) {
            final String value = more.getProperty(option.key());
            if (value != null) {
                options.put(option.key(), value);
            }
        }
        if (question >= 0) {
            readOptions(url.substring(question + 1), options);
        }
        if (place.indexOf('@') >= 0 && !place.startsWith(EMBEDDED)) {
            throw SqlErrors.of("08001", "no user stands before the host in a URL of Baton; write "
                + "jdbc:baton://host:port/?user=...&password=...");
        }
        final ConnectionUrl read;
        if (place.startsWith(EMBEDDED) && place.length() > EMBEDDED.length()) {
            read = new ConnectionUrl(url, "", place.substring(EMBEDDED.length()), options);
        } else if (place.startsWith(REMOTE)) {
            read = new ConnectionUrl(url, address(url, place.substring(REMOTE.length())), "", options);
        } else {
            throw wrong(url, "give jdbc:baton://host:port/ or jdbc:baton:embedded:name");
        }
        read.check();
        return read;
    }

    private static String address(String url, String place) throws SQLException {
        final int slash = place.indexOf('/');
        if (slash >= 0 && slash != place.length() - 1) {
            throw wrong(url, "nothing may stand behind the slash but ?options; Baton has one database");
        }
        final String address = slash < 0 ? place : place.substring(0, slash);
        final StringJoiner all = new StringJoiner(",");
        for (final String one : address.split(",", -1)) {
            if (one.isEmpty()) {
                throw wrong(url,
                    "give a host, for example jdbc:baton://127.0.0.1:7432/, or several with commas between");
            }
            // An address of IPv6 is in brackets, and has colons of its own.
            all.add(one.indexOf(':', one.indexOf(']') + 1) < 0 ? one + PORT_DEFAULT : one);
        }
        return all.toString();
    }

    private static void readOptions(String text, Map<String, String> options) throws SQLException {
        boolean behindPassword = false;
        for (final String pair : text.split("&", -1)) {
            if (!pair.isEmpty()) {
                final int equals = pair.indexOf('=');
                final String key = known(equals < 0 ? pair : pair.substring(0, equals), behindPassword);
                behindPassword |= key.equals(Option.PASSWORD.key());
                options.put(key, decoded(key, equals < 0 ? "" : pair.substring(equals + 1)));
            }
        }
    }

    private static String decoded(String key, String text) throws SQLException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            final String shown = key.equals(Option.PASSWORD.key()) ? "" : ", '" + text + "',";
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
                "the value of option " + key + shown + " is not URL-encoded; write % as %25");
        }
    }

    /** Finds an option. What stands behind a password is not shown: it may be the rest of one with an ampersand. */
    private static String known(String key, boolean behindPassword) throws SQLException {
        final StringBuilder names = new StringBuilder();
        for (final Option option : Option.values()) {
            if (option.key().toLowerCase(Locale.ROOT).equals(key.toLowerCase(Locale.ROOT))) {
                return option.key();
            }
            names.append(names.isEmpty() ? "" : ", ").append(option.key());
        }
        throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, (behindPassword
            ? "something behind the password is no option; if it belongs to the password, write & as %26"
            : "there is no option " + key) + "; there are " + names);
    }

    private static SQLException wrong(String url, String what) {
        return SqlErrors.of("08001", "'" + withoutPassword(url) + "' is no URL of Baton; " + what);
    }

    private void check() throws SQLException {
        if (get(Option.USER).isEmpty() && !get(Option.PASSWORD).isEmpty()) {
            throw SqlErrors.of("28000", "a password without a user; give both, or none");
        }
        final String ssl = get(Option.SSL);
        if (!ssl.equals("true") && !ssl.equals("false")) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "option ssl is '" + ssl + "'; give true or false");
        }
        if (get(Option.SSL_CERT).isEmpty() != get(Option.SSL_KEY).isEmpty()) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "sslCert and sslKey belong together; give both");
        }
        duration(Option.CALL_TIMEOUT);
        duration(Option.CONNECT_TIMEOUT);
        duration(Option.NETWORK_TIMEOUT);
        number(Option.FETCH_SIZE);
        if (number(Option.ENDPOINTS_MAX) > ENDPOINTS_MOST) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "option endpointsMax is '" + get(Option.ENDPOINTS_MAX)
                + "'; give a number, 0 to " + ENDPOINTS_MOST);
        }
        if (number(Option.CONNECTIONS_PER_SOCKET) < 1) {
            throw SqlErrors.of(SqlErrors.BAD_ARGUMENT, "option connectionsPerSocket is '"
                + get(Option.CONNECTIONS_PER_SOCKET) + "'; give a number, 1 or more");
        }
    }

    /** {@return what connections have in common that may share a socket} */
    public Object place() {
        final Map<String, String> common = new TreeMap<>(options);
        for (final Option own : OWN) {
            common.remove(own.key());
        }
        return new ConnectionUrl("", address, embedded, common);
    }

    /**
     * Names another user.
     *
     * @param user who is to call
     * @param password what proves it
     * @return the same place, for that user
     */
    public ConnectionUrl as(String user, String password) {
        final Map<String, String> others = new TreeMap<>(options);
        others.put(Option.USER.key(), user);
        others.put(Option.PASSWORD.key(), password);
        return new ConnectionUrl(url, address, embedded, others);
    }

    /** {@return the URL without a password, for people and logs} */
    public String shown() {
        return withoutPassword(url);
    }

    private static String withoutPassword(String url) {
        return url.replaceAll("(?i)(?<=[?&])password=[^&]*&?", "");
    }

    /** {@return the URL without a password} */
    @Override
    public String toString() {
        return shown();
    }

    /**
     * Returns an option.
     *
     * @param option the option
     * @return its value, or what is usual
     */
    public String get(Option option) {
        // Within a process there is no socket to share, only threads.
        final boolean alone = option == Option.CONNECTIONS_PER_SOCKET && !embedded.isEmpty();
        return options.getOrDefault(option.key(), alone ? "1" : option.usual());
    }

    /**
     * Returns an option that is a time.
     *
     * @param option the option
     * @return its value
     * @throws SQLException if it is none
     */
    public Duration duration(Option option) throws SQLException {
        return Duration.ofMillis(number(option));
    }

    /**
     * Returns an option that is a number.
     *
     * @param option the option
     * @return its value, 0 or more
     * @throws SQLException if it is none
     */
    public int number(Option option) throws SQLException {
        try {
            final int number = Integer.parseInt(get(option).strip());
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // What follows says so.
        }
        throw SqlErrors.of(SqlErrors.BAD_ARGUMENT,
            "option " + option.key() + " is '" + get(option) + "'; give a number, 0 or more");
    }
}
