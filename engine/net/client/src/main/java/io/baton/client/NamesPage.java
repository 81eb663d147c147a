package io.baton.client;

import io.baton.protocol.Frame;
import io.baton.protocol.MalformedFrameException;
import io.baton.protocol.Welcome;
import io.netty.buffer.ByteBuf;
import java.util.List;

/**
 * Some names of procedures.
 *
 * @param names in order
 * @param more whether there are more behind them
 */
record NamesPage(List<String> names, boolean more) {

    /**
     * Reads one. What leads back to names that have come, or nowhere, would never end.
     *
     * @param after what the server was asked for the names behind
     * @throws MalformedFrameException if it is not what was asked for
     */
    static NamesPage read(String after, int flags, ByteBuf body) {
        final List<String> names = Welcome.readTexts(body);
        String before = after;
        for (final String name : names) {
            if (name.compareTo(before) <= 0) {
                throw new MalformedFrameException("names of procedures that are not in order");
            }
            before = name;
        }
        final boolean more = (flags & Frame.MORE) != 0;
        if (more && names.isEmpty()) {
            throw new MalformedFrameException("no names of procedures, but that there are more");
        }
        return new NamesPage(names, more);
    }
}
