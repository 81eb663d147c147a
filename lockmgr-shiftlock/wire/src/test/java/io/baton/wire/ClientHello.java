package io.baton.wire;

import io.baton.wire.tls.LaneSecurity;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/** What a TLS client sends first. */
final class ClientHello {

    private ClientHello() {
    }

    static byte[] bytes(LaneSecurity security) throws SSLException {
        final SSLEngine engine = Objects.requireNonNull(security.tls()).forClient("127.0.0.1", 1);
        final ByteBuffer out = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), out);
        return Arrays.copyOf(out.array(), out.position());
    }
}
