package io.baton.engine;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.List;

/**
 * The flags that the JVM of an engine needs. They stand in {@value #FILE} of this jar, one a line, as
 * {@code java @file} takes them; the build, the launcher and the pages of this project have theirs from there.
 */
final class JvmFlags {
    static final String FILE = "META-INF/baton.flags";

    private static final String EXPORTS = "--add-exports=";
    private static final String OPENS = "--add-opens=";
    private static final String JAR = "jar:";
    private static final String EVERYBODY = "=ALL-UNNAMED";

    private JvmFlags() {
    }

    /**
     * Refuses a JVM in which a part of the engine would fail later, with an error that names neither Baton nor a flag.
     *
     * @throws IllegalStateException if a flag is missing
     */
    static void require() {
        final Module libraries = JvmFlags.class.getModule();
        // On the module path flags name modules, and only who starts the JVM knows which.
        final List<String> missing = libraries.isNamed() ? List.of()
            : all().stream().filter(flag -> isMissing(flag, libraries)).toList();
        if (!missing.isEmpty()) {
            throw new IllegalStateException("Baton cannot open an engine because this JVM was started without "
                + String.join(" and ", missing) + "; copy all flags out of the engine's jar with unzip -p "
                + place() + " " + FILE + " > baton.flags, and start it with java @baton.flags");
        }
    }

    /** The path of the jar that has the file. */
    private static String place() {
        final String address = String.valueOf(JvmFlags.class.getResource("/" + FILE));
        final int end = address.indexOf("!/");
        try {
            return end > 0 && address.startsWith(JAR) ? Path.of(URI.create(address.substring(JAR.length(), end)))
                .toString() : "JAR";
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            // A jar within another one has no path in the file system.
            return "JAR";
        }
    }

    private static boolean isMissing(String flag, Module libraries) {
        final boolean exports = flag.startsWith(EXPORTS);
        if (!exports && !flag.startsWith(OPENS)) {
            // It spares a warning, or the engine has something weaker instead.
            return false;
        }
        final String place = flag.substring(flag.indexOf('=') + 1, flag.length() - EVERYBODY.length());
        final int slash = place.indexOf('/');
        final String packageName = place.substring(slash + 1);
        final Module module = ModuleLayer.boot().findModule(place.substring(0, slash)).orElseThrow();
        return exports ? !module.isExported(packageName, libraries) : !module.isOpen(packageName, libraries);
    }

    /** Returns all flags. */
    static List<String> all() {
        try (InputStream in = JvmFlags.class.getResourceAsStream("/" + FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing beside the classes of Baton's engine; if its jar "
                    + "was repacked into another one, take its other files along");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .toList();
        } catch (IOException e) {
            throw new IllegalStateException(FILE + " of Baton's engine cannot be read", e);
        }
    }
}
