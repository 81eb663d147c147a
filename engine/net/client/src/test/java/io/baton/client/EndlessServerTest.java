package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.baton.protocol.Answer;
import io.baton.protocol.Description;
import io.baton.protocol.Frame;
import io.baton.protocol.FrameType;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.Reason;
import io.baton.protocol.ValueCodec;
import io.baton.protocol.Welcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that always has more: the client ends what the server does not. */
@Timeout(60)
class EndlessServerTest {

    private static final int NAMES_OF_PAGE = 2_000;

    private final AtomicInteger last = new AtomicInteger();

    private static byte @Nullable [] listing(FrameType type, int request, List<String> names) {
        return type == FrameType.HELLO ? null
            : StrangeServer.frame(FrameType.LISTING, request, Frame.MORE, body -> Welcome.writeTexts(body, names));
    }

    private List<String> nextNames(int length) {
        final List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES_OF_PAGE; i++) {
            names.add(String.format(Locale.ROOT, "%09d", last.incrementAndGet()) + "x".repeat(length));
        }
        return names;
    }

    @Test
    void ofNamesWithoutEndSoManyAreTaken() throws IOException {
        for (final int length : new int[] {0, 200}) {
            try (ScriptedServer server =
                new ScriptedServer((type, request) -> listing(type, request, nextNames(length)));
                BatonClient client = BatonClient.connect(server.options())) {
                assertThat(catchThrowableOfType(CallRefusedException.class, client::procedureNames))
                    .returns(Reason.TOO_LARGE, CallException::reason).hasMessageContaining("more than 100000");
                assertThat(server.came.size()).isLessThan(60);
            }
        }
    }

    @Test
    void namesThatComeAgainEndTheConnection() throws IOException {
        for (final List<String> page : List.of(List.of("P", "Q"), List.of("Q", "P"), List.<String>of())) {
            try (ScriptedServer server = new ScriptedServer((type, request) -> listing(type, request, page));
                BatonClient client = BatonClient.connect(server.options())) {
                assertThat(catchThrowableOfType(CallRefusedException.class, client::procedureNames)).as(page.toString())
                    .returns(Reason.NO_CONNECTION, CallException::reason).hasMessageContaining("names of procedures");
            }
        }
    }

    private static byte @Nullable [] rows(FrameType type, int request, List<Long> rows) {
        return switch (type) {
            case DESCRIBE -> StrangeServer.frame(FrameType.DESCRIPTION, request, 0,
                new Description(1, "P", List.of(), JavaBinding.ANY.type())::write);
            case CALL -> StrangeServer.frame(FrameType.RESULT, request, Frame.MORE, body -> {
                Answer.COMMITTED.write(body);
                ValueCodec.write(body, rows);
            });
            case FETCH ->
                StrangeServer.frame(FrameType.PAGE, request, Frame.MORE, body -> ValueCodec.write(body, rows));
            default -> null;
        };
    }

    @Test
    void ofRowsWithoutEndSoManyAreTaken() throws IOException {
        try (ScriptedServer server = new ScriptedServer((type, request) -> rows(type, request, List.of(1L, 2L, 3L)));
            BatonClient client = BatonClient.connect(server.options().rowsMax(1_000))) {
            assertThat(catchThrowableOfType(CallResultLostException.class,
                () -> client.listProcedure("P", Long.class).call())).returns("RL001", CallException::sqlState)
                .returns(Reason.RESULT_TOO_LARGE, CallException::reason)
                .hasMessageContaining("was committed").hasMessageContaining("more than the 1000 rows");
            // It is told that the rest is not wanted.
            while (!server.came.contains(FrameType.CANCEL)) {
                Thread.onSpinWait();
            }
            assertThat(server.came.stream().filter(FrameType.FETCH::equals)).hasSizeLessThan(1_000);
        }
        assertThatThrownBy(() -> ClientOptions.of("a:1").rowsMax(0)).isInstanceOf(IllegalArgumentException.class);
    }

    /** It wants a sign of life all the time. */
    @Test
    void aServerWithoutPatienceDoesNotKeepTheClientBusy() throws Exception {
        try (ScriptedServer server = new ScriptedServer(1, (type, request) -> type == FrameType.PING
            ? StrangeServer.frame(FrameType.PONG, request, 0, body -> body.writeLongLE(1)) : null);
            BatonClient client = BatonClient.connect(server.options())) {
            Thread.sleep(500);
            assertThat(client.callsAtOnce()).isPositive();
            assertThat(server.came).filteredOn(FrameType.PING::equals).hasSizeLessThan(100);
        }
    }

    @Test
    void pagesWithoutRowsEndTheConnection() throws IOException {
        try (ScriptedServer server = new ScriptedServer((type, request) -> rows(type, request, List.of()));
            BatonClient client = BatonClient.connect(server.options())) {
            assertThatThrownBy(() -> client.listProcedure("P", Long.class).call())
                .isInstanceOf(CallResultLostException.class).hasMessageContaining("a page without rows");
        }
    }
}
