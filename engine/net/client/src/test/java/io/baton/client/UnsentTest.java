package io.baton.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.protocol.Answer;
import io.baton.protocol.FrameType;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes while others are refused is not refused with them, unless the link has ended. */
@Timeout(20)
class UnsentTest {

    private final ClientThreads threads = ClientThreads.start(1);
    private final Unsent unsent = new Unsent(
        new LinkSource(ClientOptions.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1)), threads));
    private final List<Answer> refused = new ArrayList<>();

    @AfterEach
    void close() {
        threads.close();
    }

    private Request other() {
        return new Asked(refused::add);
    }

    /** Refusing it makes its caller send another one. */
    private Request withAnotherBehind(Request next) {
        return new Asked(why -> {
            refused.add(why);
            assertThat(unsent.add(next)).as("the loop is to be woken for it").isTrue();
        });
    }

    @Test
    void whatComesMeanwhileIsForTheNextTurn() {
        final Request next = other();
        unsent.add(withAnotherBehind(next));
        unsent.collect(request -> false);
        unsent.refuseCollected();
        assertThat(refused).containsExactly(Request.NOT_SENT);
        final List<Request> sent = new ArrayList<>();
        unsent.collect(sent::add);
        assertThat(sent).containsExactly(next);
        assertThat(unsent.first()).isNull();
    }

    @Test
    void aLinkThatHasEndedRefusesThatToo() {
        unsent.add(withAnotherBehind(other()));
        unsent.collect(request -> false);
        unsent.refuse();
        assertThat(refused).containsExactly(Request.NOT_SENT, Request.NOT_SENT);
    }

    /** A request whose caller is told why it failed. */
    private static final class Asked extends Request {

        private final Consumer<Answer> told;

        Asked(Consumer<Answer> told) {
            this.told = told;
        }

        @Override
        boolean isCall() {
            return false;
        }

        @Override
        boolean isDone() {
            return false;
        }

        @Override
        ByteBuf frame(Link link) {
            throw new IllegalStateException("it is not sent");
        }

        @Override
        boolean answered(Link link, FrameType type, int flags, ByteBuf body) {
            throw new IllegalStateException("it is not sent");
        }

        @Override
        Answer lost(String why) {
            throw new IllegalStateException("it is not sent");
        }

        @Override
        void failed(Answer why) {
            told.accept(why);
        }

        @Override
        void discard() {
            // It holds nothing.
        }
    }
}
