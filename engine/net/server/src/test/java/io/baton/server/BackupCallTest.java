package io.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.bundle.BundleEngine;
import io.baton.client.BatonClient;
import io.baton.client.CallAbortedByProcedureException;
import io.baton.client.CallRefusedException;
import io.baton.client.ClientOptions;
import io.baton.client.RemoteProcedure;
import io.baton.client.RemoteTransaction;
import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.protocol.RecordValue;
import io.baton.server.users.Grants;
import io.baton.testing.disk.CrashDisk;
import io.baton.testing.disk.DiskOperationKind;
import io.baton.testing.disk.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code baton.backup}: operators copy the store of a running server, and nobody writes anywhere else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BackupCallTest {

    @TempDir
    private Path folder = Path.of("");

    private static Engine open(Path data) {
        return BundleEngine.open(Engine.builder().callTimeout(Duration.ofSeconds(1)).data(
            new DataDirectory(data).segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)), List.of(new Bank()));
    }

    private ServerOptions options() {
        return new ServerOptions(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private Path backups() {
        return folder.resolve("backups");
    }

    private static RemoteProcedure<Object> backup(BatonClient client) {
        return client.procedure("baton.backup", Object.class);
    }

    private static long balance(Engine engine) {
        return (Long) engine.call(engine.procedure("Total"));
    }

    @Test
    void aBackupOfARunningServerIsAStore() throws IOException {
        final long total;
        try (Engine engine = open(folder.resolve("data"));
            BatonServer server = BatonServer.start(engine, options().backups(backups()));
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            client.procedure("Add", Object.class).call(1, 5);
            total = balance(engine);
            final RecordValue made = (RecordValue) backup(client).call("monday");
            assertThat(made.values().get(0)).isEqualTo("monday");
            assertThat((Long) made.values().get(1)).isPositive();
            try (Stream<Path> files = Files.walk(backups().resolve("monday"))) {
                assertThat((Long) made.values().get(2)).isPositive().isLessThanOrEqualTo(
                    files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum());
            }
            assertThat((Double) made.values().get(3)).isPositive();
            client.procedure("Add", Object.class).call(1, 7);
        }
        try (Engine copy = open(backups().resolve("monday"))) {
            assertThat(balance(copy)).isEqualTo(total);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../out", "a/b", "/tmp/out", "a\\b", ".hidden", "-x", "a\u0000b", "a b",
        "taken", "link", "bücher"})
    void onlyANewPlainNameIsTaken(String name) throws IOException {
        Files.createDirectories(backups().resolve("taken"));
        final Path outside = Files.createDirectory(folder.resolve("outside"));
        Files.createSymbolicLink(backups().resolve("link"), outside);
        try (Engine engine = open(folder.resolve("data"));
            BatonServer server = BatonServer.start(engine, options().backups(backups()));
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            assertThatThrownBy(() -> backup(client).call(name)).isInstanceOf(CallAbortedByProcedureException.class)
                .hasMessageContaining("give");
        }
        try (Stream<Path> files = Files.list(folder); Stream<Path> made = Files.list(backups())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder("data", "backups", "outside");
            assertThat(made.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("taken", "link");
        }
        assertThat(outside).isEmptyDirectory();
    }

    /** The disk takes no files for a while. */
    @Test
    void aBackupThatFailsLeavesNothing() throws IOException {
        final CrashDisk disk = new CrashDisk();
        final Path directory = disk.process().getPath("/backups");
        try (Engine engine = open(disk.process().getPath("/data"));
            BatonServer server = BatonServer.start(engine, options().backups(directory));
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            client.procedure("Add", Object.class).call(1, 5);
            for (int file = 2; file < 1_000; file++) {
                disk.inject(Fault.of(DiskOperationKind.CREATE, file, Fault.DISK_FULL));
            }
            assertThatThrownBy(() -> backup(client).call("monday")).hasMessageContaining("could not be made")
                .hasMessageContaining(Fault.DISK_FULL);
            assertThat(Files.exists(directory)).isTrue();
            try (Stream<Path> left = Files.list(directory)) {
                assertThat(left).isEmpty();
            }
            disk.clearFaults();
            assertThat(backup(client).call("monday")).isInstanceOf(RecordValue.class);
        }
    }

    @Test
    void onlyOperatorsMakeBackups() throws IOException {
        final TestUsers users = new TestUsers(folder);
        users.add("ann", new Grants(new TreeSet<>(List.of(Grants.ALL, "baton.backup")), true, false));
        users.add("olga", new Grants(new TreeSet<>(), false, true));
        try (Engine engine = open(folder.resolve("data"));
            BatonServer server = BatonServer.start(engine, options().backups(backups()).users(users.path))) {
            try (BatonClient ann = connect(server, "ann")) {
                assertThatThrownBy(() -> backup(ann).call("monday")).isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("may not call baton.backup");
            }
            assertThat(backups()).doesNotExist();
            try (BatonClient olga = connect(server, "olga")) {
                assertThat(backup(olga).call("monday")).isInstanceOf(RecordValue.class);
            }
        }
    }

    private static BatonClient connect(BatonServer server, String user) {
        return BatonClient.connect(ClientOptions.of(server.address()).user(user, TestUsers.password(user)));
    }

    @Test
    void thereIsNoneUnlessTheServerWasToldWhere() {
        try (Engine engine = open(folder.resolve("data")); BatonServer server = BatonServer.start(engine, options());
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            assertThatThrownBy(() -> backup(client).call("monday")).isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("no procedure baton.backup");
        }
    }

    @Test
    void noLocksAreHeldMeanwhileAndMemoryHasNoBackup() {
        try (Engine engine = BundleEngine.open(Engine.builder(), List.of(new Bank()));
            BatonServer server = BatonServer.start(engine, options().backups(backups()));
            BatonClient client = BatonClient.connect(ClientOptions.of(server.address()))) {
            assertThatThrownBy(() -> backup(client).call("monday")).hasMessageContaining("in memory only");
            try (RemoteTransaction transaction = client.begin()) {
                assertThatThrownBy(() -> backup(client).in(transaction).call("monday"))
                    .isInstanceOf(CallRefusedException.class).hasMessageContaining("call it outside");
            }
        }
    }
}
