package io.baton.jdbc.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads URLs, and never shows a password. */
@Timeout(5)
class ConnectionUrlTest {

    private static ConnectionUrl parse(String url) throws SQLException {
        return ConnectionUrl.parse(url, new Properties());
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:baton://h:1/database?user=ann&password=secret", "jdbc:baton://a,b/?password=secret",
        "jdbc:baton:nothing?user=ann&PassWord=secret", "jdbc:baton://h:1/?user=ann&password=secret%zz",
        "jdbc:baton://h:1/?user=ann&password=a&secret", "jdbc:baton://h:1/?user=ann&password=a&secret=b",
        "jdbc:baton://ann:secret@h:1/", "jdbc:baton://ann:sec/secret@h:1/", "jdbc:baton:ann:secret@h",
        "jdbc:baton://h:1/?password=secret", "jdbc:baton://h:1/?user=ann&password=secret&ssl=maybe"})
    void noMessageShowsAPassword(String url) {
        assertThatThrownBy(() -> parse(url)).isInstanceOf(SQLException.class)
            .satisfies(e -> assertThat(String.valueOf(e.getMessage())).doesNotContain("secret", "%zz", "zz"));
    }

    @Test
    void noTextOfAUrlShowsAPassword() throws SQLException {
        final ConnectionUrl url = parse("jdbc:baton://h:1/?user=ann&password=secret&fetchSize=3");
        assertThat(url.get(ConnectionUrl.Option.PASSWORD)).isEqualTo("secret");
        assertThat(url.toString()).doesNotContain("secret").contains("user=ann", "fetchSize=3");
        assertThat(url.shown()).isEqualTo("jdbc:baton://h:1/?user=ann&fetchSize=3");
        assertThat(url.as("bob", "secret").toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:baton:///", "jdbc:baton://a,/", "jdbc:baton://,a/", "jdbc:baton://a,,b/",
        "jdbc:baton://a,b/?endpointsMax=17"})
    void eachOfSeveralServersHasAHost(String url) {
        assertThatThrownBy(() -> parse(url)).isInstanceOf(SQLException.class)
            .hasMessageContaining(url.contains("17") ? "endpointsMax" : "give a host");
    }

    @Test
    void valuesAreEncodedAsInUrls() throws SQLException {
        assertThat(parse("jdbc:baton://h:1/?user=a%26b&password=50%25+%2B").get(ConnectionUrl.Option.PASSWORD))
            .isEqualTo("50% +");
        assertThatThrownBy(() -> parse("jdbc:baton://h:1/?user=100%")).isInstanceOf(SQLException.class)
            .hasMessageContaining("100%").hasMessageContaining("%25");
    }

    @ParameterizedTest
    @CsvSource({"jdbc:baton://h/,16", "jdbc:baton:embedded:e,1", "jdbc:baton:embedded:e?connectionsPerSocket=4,4",
        "jdbc:baton://h/?connectionsPerSocket=1,1"})
    void connectionsShareSocketsButWithinAProcess(String url, int most) throws SQLException {
        assertThat(parse(url).number(ConnectionUrl.Option.CONNECTIONS_PER_SOCKET)).isEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"jdbc:baton://[::1]/,[::1]:7432", "jdbc:baton://[::1],[::1]:7432", "jdbc:baton://[::1]:99/,[::1]:99",
        "jdbc:baton://host/,host:7432", "jdbc:baton://host:99,host:99",
        "'jdbc:baton://a,[::1],b:99/','a:7432,[::1]:7432,b:99'"})
    void thePortMayBeLeftOut(String url, String address) throws SQLException {
        assertThat(parse(url).address()).isEqualTo(address);
    }
}
