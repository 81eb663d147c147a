package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.bundle.BundleEngine;
import io.baton.bundle.ProcedureBundle;
import io.baton.client.BatonClient;
import io.baton.client.ClientOptions;
import io.baton.engine.Engine;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The projects of docs/examples compile, run, and are as small as they are said to be. */
@ResourceLock(Resources.SYSTEM_OUT)
@Timeout(60)
class ExamplesTest {

    private static final int LINES_MAX = 50;
    /** The port of the page, which the tests replace by one that is free. */
    private static final String PORT = "7432";

    @TempDir
    private Path folder;

    private static Path example(String name) {
        return PageExample.root().resolve("docs/examples").resolve(name);
    }

    private void compile(String name) throws IOException {
        compile(example(name).resolve("src/main/java"));
    }

    /** Compiles a program that calls a server. */
    private void compileFor(String name, String program, InetSocketAddress server) throws IOException {
        final String source = Files.readString(example(name).resolve("src/main/java/example/" + program + ".java"));
        assertThat(source).contains(PORT);
        final Path sources = Files.createDirectories(folder.resolve("sources-" + name));
        Files.writeString(sources.resolve(program + ".java"), source.replace(PORT, "" + server.getPort()));
        compile(sources);
    }

    private void compile(Path sources) throws IOException {
        final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try (Stream<Path> files = Files.walk(sources)) {
            final List<String> arguments = Stream.concat(
                Stream.of("-parameters", "-cp", System.getProperty("java.class.path"), "-d", folder.toString()),
                files.filter(file -> file.toString().endsWith(".java")).map(Path::toString)).toList();
            final int status = ToolProvider.getSystemJavaCompiler().run(null, null, errors,
                arguments.toArray(String[]::new));
            assertThat(status).as(errors.toString(StandardCharsets.UTF_8)).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"embed", "csv", "bundle", "client", "jdbc"})
    void aProgramIsSmall(String name) throws IOException {
        long lines = 0;
        try (Stream<Path> files = Files.walk(example(name).resolve("src"))) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        assertThat(lines).isLessThan(LINES_MAX);
    }

    @Test
    void theProgramWithAnEngineCounts() throws Exception {
        compile("embed");
        assertThat(PageExample.output("example.Visits", folder).lines()).containsExactly("1", "2", "3");
    }

    @Test
    void theTableIsWrittenAndLoaded() throws Exception {
        compile("csv");
        assertThat(PageExample.output("example.Copy", folder).lines()).containsExactly("2 rows written",
            "2 rows loaded", "1 row inserted", "id,title", "1,Start", "2,\"Why, and how\"");
    }

    @Test
    void theBundleIsServed() throws Exception {
        compile("bundle");
        final URL[] jar = {folder.toUri().toURL(), example("bundle").resolve("src/main/resources/").toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(jar)) {
            final List<ProcedureBundle> bundles = ServiceLoader.load(ProcedureBundle.class, loader).stream()
                .filter(each -> each.type().getName().equals("example.Pages")).map(ServiceLoader.Provider::get)
                .toList();
            try (Engine engine = BundleEngine.open(Engine.builder(), bundles);
                BatonServer server = BatonServer.start(engine,
                    new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)));
                BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
                assertThat(client.procedure("Visit", Long.class).call(7)).isEqualTo(1);
                assertThat(client.procedure("Visit", Long.class).call(7)).isEqualTo(2);
                compileFor("client", "Client", server.address());
                assertThat(PageExample.output("example.Client", folder).lines()).containsExactly("1", "2 and 1",
                    "42883: there is no procedure Vist at the server");
                compileFor("jdbc", "Jdbc", server.address());
                assertThat(PageExample.output("example.Jdbc", folder).lines()).containsExactly("1", "10: 1");
            }
        }
    }
}
