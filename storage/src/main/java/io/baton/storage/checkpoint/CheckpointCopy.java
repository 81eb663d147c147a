package io.baton.storage.checkpoint;

import io.baton.storage.codec.DamagedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.UUID;

/** Copies a checkpoint, byte for byte, into the directory of checkpoints of another store with the same id. */
public final class CheckpointCopy {
    private static final int PIECE_BYTES = 1 << 20;

    private CheckpointCopy() {
    }

    /**
     * Copies a checkpoint, forces the copy, reads it again and verifies every check value.
     *
     * @param checkpoint the source; it is not removed meanwhile
     * @param checkpoints the other store's directory of checkpoints, which has none
     * @param storeId the id of both stores
     * @return the copy, with the same number
     * @throws DamagedException if a file is damaged
     * @throws IOException if a file cannot be read or written
     */
    public static Checkpoint copy(Checkpoint checkpoint, Path checkpoints, UUID storeId) throws IOException {
        long number = checkpoint.manifest().number();
        Path target = checkpoints.resolve(CheckpointFiles.name(number));
        CheckpointFiles.createDirectory(target);
        for (int table = 0; table < checkpoint.manifest().tables().size(); table++) {
            copy(checkpoint.directory(), target, CheckpointFiles.rows(table));
        }
        copy(checkpoint.directory(), target, CheckpointFiles.MANIFEST);
        CheckpointFiles.forceDirectory(target);
        CheckpointFiles.forceDirectory(checkpoints);
        var reader = new CheckpointReader(checkpoints, storeId);
        Checkpoint copy = reader.open(number);
        reader.verify(copy);
        return copy;
    }

    private static void copy(Path from, Path to, String name) throws IOException {
        ByteBuffer piece = ByteBuffer.allocateDirect(PIECE_BYTES);
        try (FileChannel source = CheckpointFiles.open(from.resolve(name));
            FileChannel target = CheckpointFiles.create(to.resolve(name))) {
            while (source.read(piece.clear()) >= 0) {
                piece.flip();
                while (piece.hasRemaining()) {
                    target.write(piece);
                }
            }
            target.force(true);
        }
    }
}
