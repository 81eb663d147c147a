package io.baton.server.users;

import io.baton.server.files.WatchedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The file with the users of a server, made readable for its owner alone. It is replaced as a whole: who reads it sees
 * the old or the new list, also after a power cut. It stays with its owner and group if the user that changes it may
 * give it to them; a group that may read it still may. For one thread at a time; other processes are kept out while one
 * changes it.
 */
public final class UserFile {

    private final Path path;
    private final WatchedFile file;

    /**
     * Names a file.
     *
     * @param path where it is
     */
    public UserFile(Path path) {
        this.path = path;
        this.file = new WatchedFile(path);
    }

    /** {@return its name} */
    public String name() {
        return path.toString();
    }

    /** {@return whether it is there} */
    public boolean exists() {
        return Files.exists(path);
    }

    /** {@return whether it has changed since it was read} */
    boolean hasChanged() {
        return file.hasChanged();
    }

    /**
     * Reads it.
     *
     * @return the users
     * @throws IOException if it cannot be read or is damaged; it says so in one sentence
     */
    public UserList read() throws IOException {
        final String text = new String(file.read(), StandardCharsets.UTF_8);
        try {
            return UserList.parse(text);
        } catch (RuntimeException e) {
            throw new IOException("the file of users " + path + " is damaged: " + e.getMessage()
                + "; restore it, or remove it and add the users again", e);
        }
    }

    /**
     * Replaces the list by another one.
     *
     * @param whenAbsent what there is if the file is not there
     * @param change makes the new list of the old one; what it throws leaves the file as it is
     * @throws IOException if the file cannot be read or written, or if another process changes it; it says so
     */
    public void change(UserList whenAbsent, UnaryOperator<UserList> change) throws IOException {
        final Path target = exists() ? path.toRealPath() : path.toAbsolutePath();
        final Path next = target.resolveSibling(target.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(next,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), ofOwner(next))) {
            boolean complete = false;
            try {
                final UserList list = change.apply(exists() ? read() : whenAbsent);
                final ByteBuffer bytes = StandardCharsets.UTF_8.encode(list.text());
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
                if (exists()) {
                    keepOwner(target, next);
                }
                Files.move(next, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                complete = true;
                forceDirectory(target);
            } finally {
                if (!complete) {
                    Files.deleteIfExists(next);
                }
            }
        } catch (FileAlreadyExistsException e) {
            throw new IOException("another command changes " + path + " now; wait for it, or delete " + next
                + " if there is none", e);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new IOException("there is no directory for " + next + "; make it, or give another file", e);
        } catch (java.nio.file.AccessDeniedException e) {
            throw new IOException(next + " cannot be written: permission denied", e);
        }
    }

    /** A server with rights of its own could not read a file that its operator has changed as somebody else. */
    private static void keepOwner(Path old, Path next) {
        final PosixFileAttributeView view = Files.getFileAttributeView(next, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        try {
            final PosixFileAttributes before = Files.readAttributes(old, PosixFileAttributes.class);
            final PosixFileAttributes now = view.readAttributes();
            if (!before.group().equals(now.group())) {
                view.setGroup(before.group());
            }
            if (before.permissions().contains(PosixFilePermission.GROUP_READ)) {
                view.setPermissions(PosixFilePermissions.fromString("rw-r-----"));
            }
            if (!before.owner().equals(now.owner())) {
                view.setOwner(before.owner());
            }
        } catch (IOException e) {
            // Only an administrator gives files away; the new one then belongs to who changes it.
        }
    }

    /** Without it a power cut could bring the old list back, with grants that were taken. */
    private static void forceDirectory(Path file) throws IOException {
        final Path directory = file.getParent();
        // Windows forces names by itself, and opens no directory.
        if (directory != null && !file.getFileSystem().getSeparator().equals("\\")) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static FileAttribute<?>[] ofOwner(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))}
            : new FileAttribute<?>[0];
    }
}
