package io.baton.wire;

import io.baton.wire.carrier.Carrier;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.LaneFrameHandler;
import io.baton.wire.frame.LaneHandshake;
import io.baton.wire.frame.MalformedLaneFrameException;
import io.baton.wire.frame.Refusal;
import io.baton.wire.frame.WireLimits;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a lock server tells before the hello.
 *
 * @param life a random number that no other life of no other lock server has
 * @param addresses where processes of its machine find it, in shared memory and at Unix sockets
 */
record ServerAddresses(long life, List<WireAddress> addresses) {

    private static final String LINE = "\n";
    private static final long MILLI_NANOS = 1_000_000;

    /** The frame that tells of a server's addresses those that only its own machine can use. */
    static UnsafeBuffer frame(long life, List<WireAddress> addresses) {
        final byte[] text = text(addresses);
        final UnsafeBuffer frame = new UnsafeBuffer(new byte[LaneFrame.bytes(Long.BYTES + text.length)]);
        LaneHandshake.places(frame, 0, life, text);
        return frame;
    }

    /** As many as there is room for. */
    private static byte[] text(List<WireAddress> addresses) {
        final StringBuilder text = new StringBuilder();
        for (final WireAddress each : addresses) {
            final String line = each.carrier() == CarrierKind.TCP ? "" : each.absolute() + LINE;
            final int bytes = (text + line).getBytes(StandardCharsets.UTF_8).length;
            if (line.indexOf(LINE) == line.length() - 1 && bytes <= WireLimits.PLACES_BYTES_MAX) {
                text.append(line);
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ServerAddresses of(long life, byte[] text) throws MalformedLaneFrameException {
        final List<WireAddress> addresses = new ArrayList<>();
        try {
            for (final String line : new String(text, StandardCharsets.UTF_8).lines().toList()) {
                final WireAddress address = WireAddress.parse(line);
                if (address.carrier() == CarrierKind.TCP) {
                    throw new MalformedLaneFrameException("PLACES with " + address);
                }
                addresses.add(address);
            }
        } catch (IllegalArgumentException e) {
            throw new MalformedLaneFrameException("PLACES that are none: " + e.getMessage());
        }
        return new ServerAddresses(life, addresses);
    }

    /** Asks over a new lane, which stays as it is. */
    static ServerAddresses ask(Carrier carrier, NanoClock clock, long deadline) throws IOException {
        final int length = LaneFrame.bytes(LaneHandshake.HELLO_BYTES);
        final UnsafeBuffer look = new UnsafeBuffer(new byte[length]);
        LaneHandshake.look(look, 0);
        final int index = carrier.claim(length);
        carrier.out().putBytes(index, look, 0, length);
        carrier.commit(index, length);
        final Answer answer = new Answer();
        try (Selector selector = Selector.open()) {
            final SelectionKey key = carrier.channel().register(selector, SelectionKey.OP_READ);
            carrier.flush();
            while (carrier.read(answer) == 0) {
                final long left = deadline - clock.nanoTime();
                if (left <= 0) {
                    throw new IOException("the lock server did not answer in time");
                }
                key.interestOps(SelectionKey.OP_READ | (carrier.hasBacklog() ? SelectionKey.OP_WRITE : 0));
                sleep(carrier, selector, Math.max(1, left / MILLI_NANOS));
                carrier.flush();
            }
        } catch (MalformedLaneFrameException e) {
            throw new IOException("it sent " + e.getMessage(), e);
        }
        final ServerAddresses places = answer.places;
        if (places == null) {
            throw new IOException("the lock server refused: " + answer.refusal.sentence());
        }
        return places;
    }

    private static void sleep(Carrier carrier, Selector selector, long millis) throws IOException {
        final boolean woken = carrier.arm() && selector.select(millis) > 0;
        carrier.disarm();
        if (woken) {
            selector.selectedKeys().clear();
            carrier.onWake();
        }
    }

    /** Takes one frame. */
    private static final class Answer implements LaneFrameHandler {

        private @Nullable ServerAddresses places;
        private Refusal refusal = Refusal.NONE;

        @Override
        public boolean onFrame(DirectBuffer buffer, int at, int length) throws MalformedLaneFrameException {
            final int type = LaneFrame.type(buffer, at);
            if (type == LaneFrame.REFUSED) {
                refusal = Refusal.of(LaneFrame.status(buffer, at));
                return true;
            }
            if (type != LaneFrame.PLACES) {
                throw new MalformedLaneFrameException("a frame of type " + type + " instead of PLACES");
            }
            places = of(LaneHandshake.life(buffer, at), LaneHandshake.placesText(buffer, at, length));
            return true;
        }
    }
}
