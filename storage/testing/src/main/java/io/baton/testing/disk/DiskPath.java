package io.baton.testing.disk;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.ProviderMismatchException;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A path of a {@link DiskProcess}, whose working directory is the root. Immutable. */
final class DiskPath implements Path {
    private final DiskProcess process;
    private final boolean absolute;
    /** Of an empty path, one empty name; of the root, none. */
    private final List<String> names;

    private DiskPath(DiskProcess process, boolean absolute, List<String> names) {
        this.process = process;
        this.absolute = absolute;
        this.names = names.isEmpty() && !absolute ? List.of("") : names;
    }

    static DiskPath parse(DiskProcess process, String text) {
        List<String> names = new ArrayList<>();
        for (String name : text.split("/", -1)) {
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        return new DiskPath(process, text.startsWith("/"), List.copyOf(names));
    }

    /** {@return the path as one of these, which it must be} */
    static DiskPath of(Path path) {
        if (path instanceof DiskPath own) {
            return own;
        }
        throw new ProviderMismatchException("not a path of a CrashDisk: " + path);
    }

    private DiskPath with(boolean isAbsolute, List<String> newNames) {
        return new DiskPath(process, isAbsolute, List.copyOf(newNames));
    }

    private boolean isEmpty() {
        return !absolute && names.getFirst().isEmpty();
    }

    /** {@return the names from the root on, without {@code .} and {@code ..}} */
    List<String> namesFromRoot() {
        DiskPath normal = toAbsolutePath().normalize();
        return normal.names;
    }

    @Override
    public DiskProcess getFileSystem() {
        return process;
    }

    @Override
    public boolean isAbsolute() {
        return absolute;
    }

    @Override
    public @Nullable Path getRoot() {
        return absolute ? with(true, List.of()) : null;
    }

    @Override
    public @Nullable Path getFileName() {
        return names.isEmpty() ? null : with(false, List.of(names.getLast()));
    }

    @Override
    public @Nullable DiskPath getParent() {
        if (names.isEmpty() || (names.size() == 1 && !absolute)) {
            return null;
        }
        return with(absolute, names.subList(0, names.size() - 1));
    }

    @Override
    public int getNameCount() {
        return names.size();
    }

    @Override
    public Path getName(int index) {
        return subpath(index, index + 1);
    }

    @Override
    public Path subpath(int from, int to) {
        if (from < 0 || from >= to || to > names.size()) {
            throw new IllegalArgumentException("no names " + from + " to " + to + " in " + this);
        }
        return with(false, names.subList(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof DiskPath path
            && path.process == process
            && path.absolute == absolute
            && path.names.size() <= names.size()
            && names.subList(0, path.names.size()).equals(path.names);
    }

    @Override
    public boolean endsWith(Path other) {
        if (!(other instanceof DiskPath path) || path.process != process || path.names.size() > names.size()) {
            return false;
        }
        return path.absolute
            ? equals(path)
            : names.subList(names.size() - path.names.size(), names.size()).equals(path.names);
    }

    @Override
    public DiskPath normalize() {
        List<String> normal = new ArrayList<>();
        for (String name : names) {
            boolean up = name.equals("..");
            if (up && !normal.isEmpty() && !normal.getLast().equals("..")) {
                normal.removeLast();
            } else if (!name.equals(".") && !(up && absolute)) {
                normal.add(name);
            }
        }
        return with(absolute, normal);
    }

    @Override
    public Path resolve(Path other) {
        DiskPath path = of(other);
        if (path.absolute || isEmpty()) {
            return path;
        }
        if (path.isEmpty()) {
            return this;
        }
        List<String> joined = new ArrayList<>(names);
        joined.addAll(path.names);
        return with(absolute, joined);
    }

    @Override
    public Path relativize(Path other) {
        DiskPath path = of(other);
        if (path.absolute != absolute) {
            throw new IllegalArgumentException("one of " + this + " and " + other + " is absolute, the other is not");
        }
        List<String> mine = isEmpty() ? List.of() : names;
        List<String> theirs = path.isEmpty() ? List.of() : path.names;
        int common = 0;
        while (common < mine.size() && common < theirs.size() && mine.get(common).equals(theirs.get(common))) {
            common++;
        }
        List<String> way = new ArrayList<>();
        for (int i = common; i < mine.size(); i++) {
            way.add("..");
        }
        way.addAll(theirs.subList(common, theirs.size()));
        return with(false, way);
    }

    @Override
    public URI toUri() {
        return URI.create(DiskProvider.SCHEME + "://" + toAbsolutePath().toString().replace(" ", "%20"));
    }

    @Override
    public DiskPath toAbsolutePath() {
        return absolute ? this : with(true, isEmpty() ? List.of() : names);
    }

    @Override
    public Path toRealPath(LinkOption... options) throws NoSuchFileException {
        DiskPath real = toAbsolutePath().normalize();
        if (!Files.exists(real)) {
            throw new NoSuchFileException(toString());
        }
        return real;
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("a CrashDisk watches nothing");
    }

    @Override
    public int compareTo(Path other) {
        return toString().compareTo(of(other).toString());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DiskPath path
            && path.process == process
            && path.absolute == absolute
            && path.names.equals(names);
    }

    @Override
    public int hashCode() {
        return Objects.hash(absolute, names);
    }

    @Override
    public String toString() {
        return (absolute ? "/" : "") + String.join("/", names);
    }
}
