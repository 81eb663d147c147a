package io.baton.jdbc.all;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.engine.Engine;
import io.baton.engine.Transaction;
import io.baton.server.BatonServer;
import io.baton.server.ServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** The driver's jar needs nothing but a JDK, and takes no name that others may have. */
@Timeout(30)
class OneFileTest {

    private static final Path JAR = Path.of(System.getProperty("jdbc.jar", "no jdbc.jar given"));
    private static final String OWN = "io/baton/";
    private static final String NETTY = "io/baton/jdbc/shaded/netty/";

    /** A procedure. */
    public static final class Twice {
        public long run(Transaction transaction, long number) {
            return 2 * number;
        }
    }

    /** Sees the jar and the JDK, and nothing of this test's class path. */
    private static URLClassLoader alone() throws IOException {
        return new URLClassLoader(new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    @SuppressWarnings("ReferenceEquality") // A class loader is itself.
    private static Driver driver(ClassLoader loader) {
        final List<Driver> drivers = ServiceLoader.load(Driver.class, loader).stream()
            .map(ServiceLoader.Provider::get).filter(driver -> driver.getClass().getClassLoader() == loader).toList();
        assertThat(drivers).hasSize(1);
        return drivers.getFirst();
    }

    @Test
    void callsAServerWithNothingElseOnTheClassPath() throws Exception {
        try (Engine engine = Engine.builder().open()) {
            engine.register(new Twice(), Long.class);
            final ServerOptions options =
                new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (BatonServer server = BatonServer.start(engine, options); URLClassLoader loader = alone();
                Connection connection = driver(loader).connect(
                    "jdbc:baton://127.0.0.1:" + server.address().getPort() + "/", new Properties())) {
                try (CallableStatement call = connection.prepareCall("{? = call Twice(?)}")) {
                    call.registerOutParameter(1, Types.BIGINT);
                    call.setLong(2, 21);
                    call.execute();
                    assertThat(call.getLong(1)).isEqualTo(42);
                }
                try (ResultSet rows = connection.getMetaData().getProcedures(null, null, "Twice")) {
                    assertThat(rows.next()).isTrue();
                }
                assertThat(loader.loadClass("io.baton.jdbc.shaded.netty.channel.Channel").getClassLoader())
                    .isSameAs(loader);
                assertThatThrownBy(() -> loader.loadClass("io.netty.channel.Channel"))
                    .isInstanceOf(ClassNotFoundException.class);
            }
        }
    }

    /** What lies within the jar, Netty among it, is not fetched beside it. */
    @Test
    void itsPomDependsOnNothing() throws Exception {
        final Element project = DocumentBuilderFactory.newInstance().newDocumentBuilder()
            .parse(Path.of(System.getProperty("jdbc.pom", "no jdbc.pom given")).toFile()).getDocumentElement();
        final List<String> parts = new ArrayList<>();
        for (Node part = project.getFirstChild(); part != null; part = part.getNextSibling()) {
            parts.add(part.getNodeName());
        }
        assertThat(parts).contains("artifactId").doesNotContain("dependencies");
    }

    @Test
    void allNamesAreBatons() throws IOException {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            final List<String> names = jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName)
                .toList();
            assertThat(names).filteredOn(name -> !name.startsWith("META-INF/")).allMatch(name -> name.startsWith(OWN));
            assertThat(names).filteredOn(name -> name.startsWith(NETTY)).hasSizeGreaterThan(500);
            assertThat(names).contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/services/java.sql.Driver");
            // A native library would need the name by which its renamed class looks for it.
            assertThat(names).noneMatch(name -> name.startsWith("META-INF/native") || name.endsWith(".so"));
            assertThat(names).doesNotHaveDuplicates();
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                .isEqualTo("io.baton.jdbc.all");
        }
        assertThat(Files.size(JAR)).isLessThan(5L << 20);
    }
}
