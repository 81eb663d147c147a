package io.baton.history;

import io.baton.engine.history.UnwritableHistoryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file on a disk that has room for so many bytes behind the names of the tables. */
public final class FullDisk implements HistoryOutput {

    /** What happens when there is no room. */
    @FunctionalInterface
    interface Trouble {
        void happen() throws IOException;
    }

    private final FileChannel channel;
    private final Trouble trouble;
    private long room;
    private boolean begun;

    private FullDisk(FileChannel channel, long room, Trouble trouble) {
        this.channel = channel;
        this.room = room;
        this.trouble = trouble;
    }

    /** Opens files on a disk that is full after so many bytes. */
    public static Opener after(long bytes) {
        return path -> new FullDisk(open(path), bytes, () -> {
            throw new IOException("No space left on device");
        });
    }

    static Opener failingWith(Trouble trouble) {
        return path -> new FullDisk(open(path), 0, trouble);
    }

    @Override
    public void append(ByteBuffer bytes) throws IOException {
        if (begun && bytes.remaining() > room) {
            channel.write(bytes.slice(bytes.position(), (int) room));
            room = 0;
            trouble.happen();
        }
        room -= begun ? bytes.remaining() : 0;
        begun = true;
        channel.write(bytes);
    }

    @Override
    public void finish() {
        // Nothing is kept in memory.
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static FileChannel open(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UnwritableHistoryException("the test's file cannot be opened", e);
        }
    }
}
