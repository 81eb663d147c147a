package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.SharedSockets.Share;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who may stay at a socket whose server takes fewer calls than it did before. Nobody connects. */
@Timeout(20)
class SharedSocketsTest {

    private final SharedSockets sockets = new SharedSockets(1);
    private final ClientOptions options = ClientOptions.of("127.0.0.1:1");

    private Share take() {
        return sockets.take(options, "key", 4);
    }

    private int places(Share share, int callsMax) {
        return Objects.requireNonNull(sockets.keeps(share, callsMax)).all();
    }

    @Test
    void anotherClientDoesNotCountOnPlacesThatAreNoLongerThere() {
        final Share first = take();
        assertThat(places(first, 32)).isEqualTo(32);
        final Share same = take();
        assertThat(same).isEqualTo(first);
        assertThat(sockets.keeps(same, 8)).isNull();
        final Share another = take();
        assertThat(another).isNotEqualTo(first);
        assertThat(places(another, 8)).isEqualTo(8);
        sockets.giveBack(first, false);
        sockets.giveBack(another, false);
    }

    @Test
    void aClientThatIsLeftAloneMeanwhileStaysWithThePlacesThereAreNow() {
        final Share gone = take();
        assertThat(places(gone, 32)).isEqualTo(32);
        final Share left = take();
        sockets.giveBack(gone, false);
        assertThat(places(left, 8)).isEqualTo(8);
        // It is shared on.
        final Share next = take();
        assertThat(next).isEqualTo(left);
        assertThat(places(next, 8)).isEqualTo(8);
        sockets.giveBack(left, false);
        sockets.giveBack(next, false);
    }
}
