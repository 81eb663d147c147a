package io.baton.wire.carrier;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.baton.wire.frame.LaneFrame;
import io.baton.wire.frame.Refusal;
import io.baton.wire.tls.LaneTlsFailure;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a lane through TLS. The reader answers what the handshake wants answered; a lock server lets another
 * thread do the handshake's arithmetic, so that the lanes beside it do not wait for it.
 *
 * <p>Concurrency: what comes in belongs to the reader. {@code outLatch} guards what goes out, because a writer and a
 * reader that answers the handshake may meet; it is the innermost latch, and nothing blocks under it.
 */
public final class TlsStream implements ByteStream {

    /** The first byte of everything that a TLS client begins with. */
    private static final int HANDSHAKE_RECORD = 0x16;
    private static final long MILLI_NANOS = 1_000_000;

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final Consumer<Runnable> tasks;
    private final ByteBuffer netIn;
    /** Decrypted and not yet read: from position to limit. */
    private final ByteBuffer plain;
    private boolean rest;
    private volatile boolean begun;
    private boolean ended;
    private volatile boolean working;
    private volatile Runnable reader = () -> {};

    private final Object outLatch = new Object();
    /** Encrypted and not yet written: from 0 to position. */
    @GuardedBy("outLatch")
    private final ByteBuffer netOut;

    /**
     * Makes the stream.
     *
     * @param channel in non-blocking mode
     * @param engine of one side, fresh
     * @param tasks runs the handshake's arithmetic, here or elsewhere
     */
    public TlsStream(SocketChannel channel, SSLEngine engine, Consumer<Runnable> tasks) {
        this.channel = channel;
        this.engine = engine;
        this.tasks = tasks;
        final int packet = engine.getSession().getPacketBufferSize();
        this.netIn = ByteBuffer.allocateDirect(packet);
        this.netOut = ByteBuffer.allocateDirect(2 * packet);
        this.plain = ByteBuffer.allocateDirect(engine.getSession().getApplicationBufferSize()).limit(0);
    }

    /**
     * Does a client's handshake. The lock server may refuse this side's certificate only afterwards.
     *
     * @param clock of the deadline
     * @param deadlineNanos when to give up
     * @throws IOException if there is no TLS with the peer, in one sentence
     */
    public void handshake(NanoClock clock, long deadlineNanos) throws IOException {
        engine.beginHandshake();
        begun = true;
        try (Selector selector = Selector.open()) {
            final SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            while (progress() == 0 && engine.getHandshakeStatus() != HandshakeStatus.NOT_HANDSHAKING) {
                final long left = deadlineNanos - clock.nanoTime();
                if (left <= 0) {
                    throw new IOException("no TLS: the lock server did not answer in time");
                }
                key.interestOps(SelectionKey.OP_READ | (flushed() ? 0 : SelectionKey.OP_WRITE));
                selector.select(Math.max(1, left / MILLI_NANOS));
            }
        }
    }

    private int progress() throws IOException {
        try {
            final int result = receive();
            if (result < 0) {
                throw new EOFException("the lock server has closed the connection");
            }
            return result;
        } catch (TlsException e) {
            throw e;
        } catch (IOException e) {
            throw new IOException("no TLS: " + e.getMessage() + " during the handshake; it may have no TLS", e);
        }
    }

    // In

    @Override
    public int read(ByteBuffer into) throws IOException {
        if (!plain.hasRemaining() && receive() < 0) {
            return -1;
        }
        final int bytes = Math.min(plain.remaining(), into.remaining());
        into.put(into.position(), plain, plain.position(), bytes);
        into.position(into.position() + bytes);
        plain.position(plain.position() + bytes);
        return bytes;
    }

    @Override
    public boolean hasRest() {
        return plain.hasRemaining() || rest;
    }

    /** Takes what has come and decrypts it; returns how many bytes there are, or −1 at the end. */
    private int receive() throws IOException {
        if (!rest && channel.read(netIn) < 0) {
            return -1;
        }
        if (working && !netIn.hasRemaining()) {
            throw new TlsException("no TLS: it has sent more than a handshake has", null);
        }
        if (working) {
            return 0; // The task holds the engine's lock, and calls the reader when it is done.
        }
        if (!begun && netIn.position() > 0) {
            begin();
        }
        netIn.flip();
        plain.clear();
        try {
            boolean goesOn = begun;
            while (goesOn) {
                goesOn = step();
            }
        } catch (SSLException e) {
            alert();
            throw new TlsException(LaneTlsFailure.sentence(e, engine), e);
        } finally {
            netIn.compact();
            plain.flip();
        }
        return ended && !plain.hasRemaining() ? -1 : plain.remaining();
    }

    /** A lock server's first look at a client. */
    private void begin() throws IOException {
        if (netIn.get(0) != HANDSHAKE_RECORD) {
            final ByteBuffer refusal = ByteBuffer.allocate(LaneFrame.HEADER_BYTES);
            LaneFrame.header(
                new UnsafeBuffer(refusal), 0, LaneFrame.HEADER_BYTES, LaneFrame.REFUSED, Refusal.TLS.code(), 0);
            channel.write(refusal);
            throw new TlsException("no TLS: it has sent something else; connect with TLS", null);
        }
        engine.beginHandshake();
        begun = true;
    }

    /** One step of the engine; returns whether another may follow at once. */
    private boolean step() throws IOException {
        return switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> work();
            case NEED_WRAP -> {
                answer();
                yield true;
            }
            default -> unwrap();
        };
    }

    private boolean unwrap() throws SSLException {
        final SSLEngineResult result = engine.unwrap(netIn, plain);
        switch (result.getStatus()) {
            case OK -> {
                rest = netIn.hasRemaining();
                return plain.position() == 0;
            }
            case BUFFER_UNDERFLOW -> {
                if (netIn.remaining() == netIn.capacity()) {
                    throw new SSLException("a record that is longer than any may be");
                }
                rest = false;
            }
            case BUFFER_OVERFLOW -> throw new SSLException("a record that is longer than any may be");
            case CLOSED -> {
                rest = false;
                ended = true;
            }
        }
        return false;
    }

    private boolean work() {
        final Runnable task = working ? null : engine.getDelegatedTask();
        if (task != null) {
            working = true;
            tasks.accept(() -> {
                try {
                    task.run();
                } finally {
                    working = false;
                    reader.run();
                }
            });
        }
        rest = !working && netIn.hasRemaining();
        return !working;
    }

    @Override
    public void wakeBy(Runnable newReader) {
        reader = newReader;
    }

    // Out

    private void answer() throws IOException {
        synchronized (outLatch) {
            if (netOut.remaining() < netOut.capacity() / 2) {
                throw new IOException("it does not take what its handshake asks for");
            }
            wrap(ByteBuffer.allocate(0));
            send();
        }
    }

    /** Tells the peer why, if it takes it now. */
    private void alert() {
        try {
            synchronized (outLatch) {
                while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP
                    && netOut.remaining() >= netOut.capacity() / 2 && wrap(ByteBuffer.allocate(0))) {
                    send();
                }
            }
        } catch (IOException e) {
            return; // It learns no more than that the lane has ended.
        }
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        synchronized (outLatch) {
            send();
            while (from.hasRemaining() && netOut.position() == 0 && wrap(from)) {
                send();
            }
        }
    }

    /** Encrypts one record; returns whether there may be another. */
    @GuardedBy("outLatch")
    private boolean wrap(ByteBuffer from) throws IOException {
        final SSLEngineResult result = engine.wrap(from, netOut);
        // The last words are wrapped by an engine that is closed.
        final boolean done = result.bytesConsumed() > 0 || result.bytesProduced() > 0;
        if (!done && result.getStatus() == SSLEngineResult.Status.CLOSED) {
            throw new EOFException("the peer has closed the lane");
        }
        return done;
    }

    @GuardedBy("outLatch")
    private void send() throws IOException {
        if (netOut.position() > 0) {
            netOut.flip();
            try {
                channel.write(netOut);
            } finally {
                netOut.compact();
            }
        }
    }

    @Override
    public boolean hasBacklog() {
        return !flushed();
    }

    private boolean flushed() {
        synchronized (outLatch) {
            return netOut.position() == 0;
        }
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public void close() {
        try {
            // In the middle of a handshake the engine may be locked for long, and the peer waits for no last words.
            synchronized (outLatch) {
                if (working) {
                    return;
                }
                engine.closeOutbound();
                while (begun && !engine.isOutboundDone() && netOut.remaining() >= netOut.capacity() / 2
                    && wrap(ByteBuffer.allocate(0))) {
                    send();
                }
            }
        } catch (IOException e) {
            // It is closed all the same.
        } finally {
            Carrier.close(channel);
        }
    }

    /** There is no TLS with the peer, and the message says why. */
    private static final class TlsException extends IOException {

        private static final long serialVersionUID = 1;

        TlsException(String sentence, @Nullable Exception why) {
            super(sentence, why);
        }
    }
}
