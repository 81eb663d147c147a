package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;

/** The program of docs/examples/embed as a user would have it: compiled, with what the engine's pom brings, no more. */
final class EmbeddingProgram {
    static final String MAIN_CLASS = "example.Visits";

    private static final int SECONDS_MAX = 60;
    private static final String BOOT_LOADER = "org.springframework.boot.loader.launch.JarLauncher";
    /** One class of each library that the engine needs at run time. */
    private static final List<String> LIBRARIES = List.of(
        "io.baton.engine.Engine", "io.baton.park.Parking", "io.baton.lock.LockTable", "io.baton.fabric.Fabric",
        "io.baton.storage.Storage",
        "net.openhft.chronicle.map.ChronicleMap", "net.openhft.chronicle.values.Values",
        "net.openhft.chronicle.wire.Wire", "net.openhft.chronicle.algo.MemoryUnit", "net.openhft.chronicle.core.Jvm",
        "net.openhft.chronicle.bytes.Bytes", "org.slf4j.LoggerFactory",
        "org.agrona.DirectBuffer", "org.jspecify.annotations.Nullable");

    private final Path classes;
    private final List<Path> libraries;

    /** What a program wrote, and its status. */
    record Run(int status, String output, String errors) {
    }

    /** Compiles the program into a folder. */
    EmbeddingProgram(Path folder) throws IOException {
        classes = folder;
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        final Path source = PageExample.root().resolve("docs/examples/embed/src/main/java/example/Visits.java");
        final int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors, "-parameters", "-cp",
            System.getProperty("java.class.path"), "-d", classes.toString(), source.toString());
        assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        libraries = LIBRARIES.stream().map(EmbeddingProgram::library).distinct().toList();
    }

    /** Returns the jar or folder that a class comes from. */
    static Path library(String className) {
        try {
            final Class<?> type = Class.forName(className, false, EmbeddingProgram.class.getClassLoader());
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (ClassNotFoundException | URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the file of flags in the engine's jar. */
    static String flags(Path folder) throws IOException {
        try (var in = EmbeddingProgram.class.getResourceAsStream("/META-INF/baton.flags")) {
            return "@" + Files.write(folder.resolve("baton.flags"), in.readAllBytes());
        }
    }

    URL[] urls() throws IOException {
        final List<URL> urls = new ArrayList<>();
        for (final Path path : classPath()) {
            urls.add(path.toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }

    private List<Path> classPath(Path... more) {
        return Stream.of(Stream.of(classes), libraries.stream(), Stream.of(more)).flatMap(paths -> paths).toList();
    }

    /** Runs the program in a JVM of its own with some flags, and with more libraries. */
    Run run(Path javaHome, List<String> flags, Path... more) throws IOException, InterruptedException {
        final String path = String.join(System.getProperty("path.separator"),
            classPath(more).stream().map(Path::toString).toList());
        return start(javaHome, flags, "-cp", path, MAIN_CLASS);
    }

    /** Runs an executable jar. */
    Run runJar(Path javaHome, List<String> flags, Path jar) throws IOException, InterruptedException {
        return start(javaHome, flags, "-jar", jar.toString());
    }

    private static Run start(Path javaHome, List<String> flags, String... rest)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin/java").toString());
        command.addAll(flags);
        command.addAll(List.of(rest));
        final Path output = Files.createTempFile("opening", ".out");
        final Path errors = Files.createTempFile("opening", ".err");
        final ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(output.toFile())
            .redirectError(errors.toFile());
        // As a user's shell has it, not as that of who runs these tests.
        builder.environment().keySet().removeAll(List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS"));
        final Process process = builder.start();
        try {
            assertThat(process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)).as("%s ends", command).isTrue();
            return new Run(process.exitValue(), Files.readString(output), Files.readString(errors));
        } finally {
            process.destroyForcibly();
            Files.delete(output);
            Files.delete(errors);
        }
    }

    /** Makes an executable jar as Spring Boot's plugin does: libraries lie within it as jars, with Boot's loader. */
    Path bootJar(Path folder, Manifest manifest) throws IOException {
        final Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, BOOT_LOADER);
        attributes.putValue("Start-Class", MAIN_CLASS);
        attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
        attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        final Path jar = folder.resolve("program.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            addJar(out, library(BOOT_LOADER));
            // Boot's loader wants entries of these folders, too.
            out.putNextEntry(new JarEntry("BOOT-INF/classes/"));
            out.putNextEntry(new JarEntry("BOOT-INF/lib/"));
            addFolder(out, classes, "BOOT-INF/classes/");
            for (int i = 0; i < libraries.size(); i++) {
                addStored(out, "BOOT-INF/lib/" + i + ".jar", jarOf(libraries.get(i)));
            }
        }
        return jar;
    }

    private static byte[] jarOf(Path library) throws IOException {
        if (Files.isRegularFile(library)) {
            return Files.readAllBytes(library);
        }
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(bytes)) {
            addFolder(out, library, "");
        }
        return bytes.toByteArray();
    }

    private static void addFolder(JarOutputStream out, Path folder, String prefix) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(prefix + folder.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, out);
            }
        }
    }

    private static void addJar(JarOutputStream out, Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            for (final JarEntry entry : (Iterable<JarEntry>) file.stream()::iterator) {
                if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                    out.putNextEntry(new JarEntry(entry.getName()));
                    file.getInputStream(entry).transferTo((OutputStream) out);
                }
            }
        }
    }

    private static void addStored(JarOutputStream out, String name, byte[] content) throws IOException {
        final CRC32 crc = new CRC32();
        crc.update(content);
        final JarEntry entry = new JarEntry(name);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(content);
    }
}
