package io.baton.house;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files that are committed: those that git tracks, or all where there is no git, as in an unpacked archive. */
final class Repository {
    /** A larger picture on a page costs readers more than it tells. */
    static final int PICTURE_BYTES_MAX = 200_000;

    private static final Set<String> FOLDERS_NEVER_COMMITTED =
        Set.of("target", ".git", ".idea", ".vscode", ".settings");

    private final List<String> paths = new ArrayList<>();
    private final List<SourceText> texts = new ArrayList<>();
    private final List<Violation> unreadable = new ArrayList<>();

    private Repository() {
    }

    /** The root of the repository that the working directory lies in: the folder above it that has the launcher. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("deploy/bin/baton"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("no folder above " + Path.of("").toAbsolutePath()
                    + " has deploy/bin/baton; start it inside the repository");
            }
            folder = parent;
        }
        return folder;
    }

    static Repository read(Path root) throws IOException, InterruptedException {
        Repository repository = new Repository();
        List<String> listed = listedByGit(root);
        for (String path : listed.isEmpty() ? walked(root) : listed) {
            Path file = root.resolve(path);
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                repository.add(path, Files.readAllBytes(file));
            }
        }
        return repository;
    }

    /** Every file's path from the root. */
    List<String> paths() {
        return paths;
    }

    List<SourceText> texts() {
        return texts;
    }

    /** The files that are not UTF-8 text. */
    List<Violation> unreadable() {
        return unreadable;
    }

    void add(String path, byte[] content) {
        paths.add(path);
        if (path.matches("docs/[^/]+\\.png") && content.length <= PICTURE_BYTES_MAX) {
            // A picture of a page: what it is made from is a browser and a running server.
            return;
        }
        if (path.matches("mvnw(\\.cmd)?|\\.mvn/wrapper/.*")) {
            // As Maven makes it; it has to name where a Maven comes from.
            return;
        }
        for (byte octet : content) {
            if (octet == 0) {
                unreadable.add(new Violation(path, 0, "a binary file (it has a NUL byte)",
                    "commit what it is made from, or ignore it in .gitignore"));
                return;
            }
        }
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            texts.add(new SourceText(path, text));
        } catch (CharacterCodingException broken) {
            unreadable.add(new Violation(path, 0, "not UTF-8 (" + broken.getMessage() + ")", "save it as UTF-8"));
        }
    }

    static Repository empty() {
        return new Repository();
    }

    /** The tracked files; empty where git is missing or knows none of them. */
    private static List<String> listedByGit(Path root) throws IOException, InterruptedException {
        Process git;
        try {
            git = new ProcessBuilder("git", "ls-files", "-z", "-c")
                .directory(root.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        } catch (IOException missing) {
            return List.of();
        }
        String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        boolean useful = git.waitFor() == 0 && !output.isEmpty();
        if (!useful) {
            return List.of();
        }
        return Stream.of(output.split("\0", -1)).filter(path -> !path.isEmpty()).distinct().toList();
    }

    static List<String> walked(Path root) throws IOException {
        try (Stream<Path> found = Files.walk(root)) {
            return found.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                .map(root::relativize)
                .filter(Repository::isCommittable)
                .map(file -> file.toString().replace('\\', '/'))
                .sorted()
                .toList();
        }
    }

    private static boolean isCommittable(Path relative) {
        for (Path part : relative) {
            if (FOLDERS_NEVER_COMMITTED.contains(part.toString())) {
                return false;
            }
        }
        return !relative.startsWith("deploy/out");
    }
}
