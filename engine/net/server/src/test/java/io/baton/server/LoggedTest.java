package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.engine.Engine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that says nothing of a log has it in the one that it has anyway. */
@Timeout(30)
class LoggedTest {

    private final Queue<LogRecord> records = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger("io.baton.server.BatonServer");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            records.add(record);
        }

        @Override
        public void flush() {
            // Nothing waits.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    };

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void aRefusedConnectionIsALineOfSlf4jUnlessToldOtherwise() throws Exception {
        final InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Engine engine = Engine.builder().open();
            BatonServer server = BatonServer.start(engine, new ServerOptions(address));
            RawClient raw = new RawClient(server.address())) {
            raw.write("TIOPTIOPTIOP".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            assertThat(raw.isClosed()).isTrue();
            TestServer.await(() -> !records.isEmpty());
            assertThat(records).hasSize(1);
            assertThat(records.element().getLevel()).isEqualTo(Level.INFO);
            assertThat(records.element().getMessage()).startsWith("connection of /").contains("a frame of 1347373400");
        }
    }
}
