package io.baton.protocol;

import io.netty.buffer.ByteBuf;
import java.util.UUID;

/**
 * What makes a call that is sent again the same one.
 *
 * @param id drawn by the client, different for each call
 * @param incarnation of the server that it was first sent to, or 0 if this is the first time
 * @param ageMillis how long ago that was
 */
public record CallKey(UUID id, long incarnation, long ageMillis) {

    void write(ByteBuf buffer) {
        buffer.writeLongLE(id.getMostSignificantBits()).writeLongLE(id.getLeastSignificantBits())
            .writeLongLE(incarnation).writeLongLE(ageMillis);
    }

    static CallKey read(ByteBuf buffer) {
        final UUID id = new UUID(buffer.readLongLE(), buffer.readLongLE());
        return new CallKey(id, buffer.readLongLE(), Math.max(0, buffer.readLongLE()));
    }
}
