package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.csv.CsvExport;
import io.baton.csv.CsvImport;
import io.baton.deploy.command.ExitStatus;
import io.baton.deploy.open.EngineSettings;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.Column;
import io.baton.workload.EngineWorkload;
import io.baton.workload.RunLength;
import io.baton.workload.Setting;
import io.baton.workload.Workload;
import io.baton.workload.WorkloadConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code baton export}: what it writes can be loaded again, and bad input is one sentence. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class ExportCommandTest {

    private static final RunLength NO_RUN = new RunLength(Duration.ZERO, Duration.ofMillis(1), RunLength.UNCOUNTED);

    private final CommandRun run = new CommandRun();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"tatp, subscribers, 1000", "smallbank, accounts, 500"})
    void exportedTablesAreImportedAsTheyWere(String name, String scale, long size)
            throws IOException {
        exportAndImport(name, scale, size);
    }

    /** Half a million rows. */
    @Tag("slow")
    @Timeout(300)
    @Test
    void exportedWarehouseIsImportedAsItWas() throws IOException {
        exportAndImport("tpcc", "warehouses", 1);
    }

    private void exportAndImport(String name, String scale, long size) throws IOException {
        final Path out = folder.resolve("new/" + name);
        assertThat(run.execute("export", name, "--" + scale, String.valueOf(size), "--seed", "5", "--out",
            out.toString())).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        final Workload workload = run.context.workloads().stream().filter(w -> w.name().equals(name)).findFirst()
            .orElseThrow();
        final Map<Setting, Long> values = new HashMap<>();
        workload.settings().stream().filter(s -> s.name().equals(scale)).forEach(s -> values.put(s, size));
        final WorkloadConfig config = new WorkloadConfig(values, 5, NO_RUN);
        try (Engine populated = open(workload, config); Engine imported = open(workload, config)) {
            final EngineWorkload onEngine = workload.on(populated, config);
            onEngine.load(rows -> {});
            final List<TableSchema> tables = TableReader.tables(imported);
            assertThat(tables).isNotEmpty();
            long rows = 0;
            for (TableSchema table : tables) {
                rows += CsvImport.load(imported, table, out.resolve(table.name() + ".csv"));
                assertThat(run.out()).contains(" of table " + table.name() + " to "
                    + out.resolve(table.name() + ".csv") + ".");
            }
            assertThat(rows).isGreaterThanOrEqualTo(size);
            for (TableSchema table : tables) {
                // TPC-C's population has the time of day.
                assertThat(name.equals("tpcc") || rows(imported, table).equals(rows(populated, table)))
                    .as(table.name()).isTrue();
                assertThat(populated.rows(table)).isEqualTo(imported.rows(table));
                final Path again = folder.resolve(table.name() + ".again");
                CsvExport.write(imported, table, again);
                assertThat(lines(again).equals(lines(out.resolve(table.name() + ".csv")))).as(table.name()).isTrue();
            }
        }
    }

    /** Rows that were loaded as well as rows that transactions have written. */
    @Test
    @Tag("thorough")
    void storedRowsAreExportedAsTheyAre() throws IOException {
        final String store = folder.resolve("store").toString();
        final CommandRun ran = new CommandRun();
        assertThat(ran.execute("run", "smallbank", "--accounts", "200", "--transactions", "500", "--warmup", "0s",
            "--data", store)).as(ran.err()).isZero();
        final Path out = folder.resolve("rows");
        assertThat(run.execute("export", "smallbank", "--data", store, "--out", out.toString())).as(run.err()).isZero();
        assertThat(run.out()).contains("Recovered ", "Wrote ").doesNotContain("Loading");
        final Path fresh = folder.resolve("fresh");
        assertThat(new CommandRun().execute("export", "smallbank", "--accounts", "200", "--out", fresh.toString()))
            .isZero();
        assertThat(files(out)).hasSameElementsAs(files(fresh));
        int changed = 0;
        for (String file : files(out)) {
            assertThat(Files.readAllLines(out.resolve(file))).as(file).startsWith(
                Files.readAllLines(fresh.resolve(file)).getFirst()).hasSameSizeAs(
                    Files.readAllLines(fresh.resolve(file)));
            changed += lines(out.resolve(file)).equals(lines(fresh.resolve(file))) ? 0 : 1;
        }
        assertThat(changed).as("tables that transactions have changed").isPositive();
        final CommandRun again = new CommandRun();
        final Path second = folder.resolve("second");
        assertThat(again.execute("export", "smallbank", "--data", store, "--out", second.toString())).as(again.err())
            .isZero();
        for (String file : files(out)) {
            assertThat(lines(second.resolve(file))).as(file).isEqualTo(lines(out.resolve(file)));
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().sorted().toList();
    }

    private static Engine open(Workload workload, WorkloadConfig config) {
        final EngineBuilder builder = Engine.builder().lockSlots(EngineSettings.LOCK_SLOTS_DEFAULT);
        workload.addTables(builder, config);
        return builder.open();
    }

    private static Map<Long, List<String>> rows(Engine engine, TableSchema table) {
        final Map<Long, List<String>> rows = new TreeMap<>();
        TableReader.forEachRow(engine, table, row -> {
            final List<String> values = new ArrayList<>();
            for (Column column : table.columns()) {
                values.add(String.valueOf(row.value(column)));
            }
            rows.put(table.keyOf(row), values);
        });
        return rows;
    }

    private List<String> files(Path out) throws IOException {
        try (Stream<Path> files = Files.list(out)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    @Test
    void oneFileATableWithAHeader() throws IOException {
        final CommandRun toy = new CommandRun(List.of(new ToyWorkload()));
        final Path out = Files.createDirectory(folder.resolve("empty"));
        assertThat(toy.execute("export", "toy", "--counters", "3", "--out", out.toString())).as(toy.err()).isZero();
        assertThat(files(out)).containsExactly("counter.csv");
        assertThat(Files.readAllLines(out.resolve("counter.csv")))
            .containsExactlyInAnyOrder("id,count", "1,0", "2,0", "3,0").startsWith("id,count");
        assertThat(toy.out()).isEqualTo("Wrote 3 rows of table counter to " + out.resolve("counter.csv") + ".\n");
    }

    @Test
    void badInputIsOneSentenceAndStatusTwo() throws IOException {
        final Path full = Files.createDirectory(folder.resolve("full"));
        Files.writeString(full.resolve("mine"), "mine");
        refused(" --out " + full + ": there is something in it already; give a new folder; ", "tatp", "--out",
            full.toString());
        assertThat(files(full)).containsExactly("mine");
        refused(" --out " + full.resolve("mine") + ": this folder cannot be made; give another; ", "tatp", "--out",
            full.resolve("mine").toString());
        refused(" missing required option: '--out=DIR'", "tatp");
        refused(" --subscribers none: give a whole number", "tatp", "--subscribers", "none", "--out",
            folder.resolve("x").toString());
        refused(" --memory 7q: give a number of bytes", "tatp", "--memory", "7q", "--out",
            folder.resolve("x").toString());
        assertThat(folder.resolve("x")).doesNotExist();
        refused(" the data could not be loaded: ", "tatp", "--memory", "1m", "--out", folder.resolve("y").toString());
        refused(" --data " + folder.resolve("none"), "tatp", "--data", folder.resolve("none").toString(), "--out",
            folder.resolve("z").toString());
        refused(" --seed has no use with --data", "tatp", "--data", folder.toString(), "--seed", "2", "--out",
            folder.resolve("z").toString());
        refused(" --subscribers has no use with --data", "tatp", "--data", folder.toString(), "--subscribers", "200",
            "--out", folder.resolve("z").toString());
        assertThat(folder.resolve("z")).doesNotExist();
        refused(" unmatched argument", "nothing");
    }

    private void refused(String sentence, String... arguments) {
        final CommandRun bad = new CommandRun();
        final List<String> all = new ArrayList<>(List.of("export"));
        all.addAll(List.of(arguments));
        assertThat(bad.execute(all.toArray(String[]::new))).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        if (!arguments[0].equals("nothing")) {
            assertThat(bad.err()).startsWith("baton:").contains(sentence);
        }
        assertThat(bad.err().lines()).hasSize(1);
    }

    @Test
    void folderThatGoesMeanwhileIsOneSentenceAndStatusTwo() {
        final Path out = folder.resolve("gone");
        final CommandRun toy = new CommandRun(List.of(new AtLoading(() -> {
            try {
                Files.delete(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        })));
        assertThat(toy.execute("export", "toy", "--out", out.toString())).isEqualTo(ExitStatus.BAD_ARGUMENTS);
        assertThat(toy.err()).isEqualTo("baton: " + out.resolve("counter.csv")
            + " could not be written: there is no such file or directory.\n");
    }

    @Test
    void interruptedExportLeavesNoIncompleteFile() throws IOException {
        final Path out = folder.resolve("stopped");
        final CommandRun[] toy = new CommandRun[1];
        toy[0] = new CommandRun(List.of(new AtLoading(() -> toy[0].interruption.request())));
        assertThat(toy[0].execute("export", "toy", "--out", out.toString())).isEqualTo(ExitStatus.INTERRUPTED);
        assertThat(toy[0].out()).isEqualTo("Stopped; the files that are there are complete.\n");
        assertThat(files(out)).isEmpty();
    }

    /** The toy, while whose tables are filled something happens. */
    private static final class AtLoading extends ToyWorkload {
        private final Runnable event;

        AtLoading(Runnable event) {
            this.event = event;
        }

        @Override
        public void addTables(EngineBuilder builder, WorkloadConfig config) {
            super.addTables(builder, config);
            event.run();
        }
    }
}
