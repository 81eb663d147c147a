package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.UUID;

/**
 * What makes a call that is sent again the same one.
 *
 * @param id drawn by the client, different for each call
 * @param incarnation of the server that it was first sent to, or 0 if this is the first time
 * @param notBeforeNanos what the server's clock had passed at the first sending: it cannot have arrived before
 */
public record CallKey(UUID id, long incarnation, long notBeforeNanos) {

    void write(ByteBuf buffer) {
        buffer.writeLongLE(id.getMostSignificantBits()).writeLongLE(id.getLeastSignificantBits())
            .writeLongLE(incarnation).writeLongLE(notBeforeNanos);
    }

    static CallKey read(ByteBuf buffer) {
        final UUID id = new UUID(buffer.readLongLE(), buffer.readLongLE());
        return new CallKey(id, buffer.readLongLE(), buffer.readLongLE());
    }
}
