package io.baton.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.bundle.BundleEngine;
import io.baton.bundle.ProcedureBundle;
import io.baton.engine.DataDirectory;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Loader;
import io.baton.engine.TableReader;
import io.baton.storage.TableSchema;
import io.baton.storage.column.DecimalColumn;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code baton check}, {@code export} and {@code import} of a store that a user's bundle has made. */
@Timeout(60)
final class AnyStoreCommandsTest {

    private static final String HEAD = "id,owner,balance\n";

    @TempDir
    private Path folder;
    private Path store;

    /** What a user's jar has. */
    public static final class Accounts implements ProcedureBundle {

        private static final TableSchema.Builder BUILDER = TableSchema.named("account");
        private static final LongColumn ID = BUILDER.int64("id");
        private static final StringColumn OWNER = BUILDER.string("owner", 20);
        private static final DecimalColumn BALANCE = BUILDER.nullable().decimal("balance", 25, 2);
        private static final TableSchema ACCOUNT = account();
        private static final TableSchema.Builder NOTES = TableSchema.named("note");
        private static final LongColumn NUMBER = NOTES.int64("number");
        private static final TableSchema NOTE = NOTES.primaryKey(NUMBER.bits(32)).build();

        private static TableSchema account() {
            BUILDER.primaryKey(ID.bits(32));
            BUILDER.uniqueIndex("owners", OWNER.part());
            return BUILDER.build();
        }

        @Override
        public String name() {
            return "accounts";
        }

        @Override
        public void addTables(EngineBuilder builder) {
            builder.table(ACCOUNT, 1_000).table(NOTE, 1_000);
        }

        @Override
        public void register(Engine engine) {
        }

        @Override
        public void load(Engine engine) {
            try (Loader loader = engine.loader()) {
                for (int id = 1; id <= 100; id++) {
                    loader.insert(loader.row(ACCOUNT, id).set(OWNER, "owner " + id)
                        .setValue(BALANCE, id % 2 == 0 ? null : java.math.BigDecimal.valueOf(id)));
                }
            }
        }

        @Override
        public List<String> check(Engine engine) {
            final List<String> wrong = new ArrayList<>();
            TableReader.forEachRow(engine, ACCOUNT, row -> {
                if (row.get(OWNER).toString().equals("nobody")) {
                    wrong.add("account " + row.get(ID) + " is nobody's");
                }
            });
            return wrong;
        }
    }

    @BeforeEach
    void makeStore() {
        store = folder.resolve("store");
        BundleEngine.open(Engine.builder().data(new DataDirectory(store)
            .segmentBytes(DataDirectory.SEGMENT_BYTES_MIN)), List.of(new Accounts())).close();
    }

    private static CommandRun run(int status, String... arguments) {
        final CommandRun run = new CommandRun(List.of());
        assertThat(run.execute(arguments)).as(run.out() + run.err()).isEqualTo(status);
        return run;
    }

    private Path file(String name, String text) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private List<String> rows() throws IOException {
        final Path out = Files.createTempDirectory(folder, "rows");
        run(0, "export", "--data", store.toString(), "--table", "account", "--out", out.toString());
        try (var files = Files.list(out)) {
            assertThat(files).hasSize(1);
        }
        return Files.readAllLines(out.resolve("account.csv")).stream().sorted().toList();
    }

    /** The jar as a folder, which does as well. */
    private String jar() throws IOException {
        final Path services = Files.createDirectories(folder.resolve("jar/META-INF/services"));
        Files.writeString(services.resolve(ProcedureBundle.class.getName()), Accounts.class.getName());
        return folder.resolve("jar").toString();
    }

    @Test
    void storesOfBundlesAreExportedWithoutTheirJarAndImportedAgain() throws IOException {
        final List<String> before = rows();
        assertThat(before).hasSize(101).contains("id,owner,balance", "1,owner 1,1.00", "2,owner 2,");
        final Path out = folder.resolve("out");
        final CommandRun exported = run(0, "export", "--data", store.toString(), "--out", out.toString());
        assertThat(exported.out()).contains("Wrote 100 rows of table account to ", "Wrote 0 rows of table note to ");
        final CommandRun imported = run(0, "import", "--data", store.toString(),
            file("account.csv", HEAD + "101,new,\n102,\"new, too\",9.5\n").toString());
        assertThat(imported.out()).contains("Imported 2 rows of " + folder.resolve("account.csv")
            + " into table account.");
        assertThat(rows()).hasSize(103).containsAll(before).contains("102,\"new, too\",9.50");

        final String other = folder.resolve("other").toString();
        run(0, "import", "--data", other, "--procedures", jar(), out.toString());
        store = Path.of(other);
        assertThat(rows()).isEqualTo(before);
        assertThat(run(0, "check", "--data", other, "--procedures", jar()).out()).contains(
            "All check values of checkpoints and log are right.",
            "Checked 100 rows of 2 tables: keys, values and indexes are right.",
            "Bundle accounts finds nothing wrong.");
        // The bundle does not load what was imported instead.
        try (Engine engine = BundleEngine.open(Engine.builder().data(new DataDirectory(Path.of(other))),
            List.of(new Accounts()))) {
            assertThat(engine.rows(Accounts.ACCOUNT)).isEqualTo(100);
        }
    }

    @Test
    void whatABundleDemandsIsChecked() throws IOException {
        run(0, "import", "--data", store.toString(), "--table", "account",
            file("a.csv", HEAD + "7000,nobody,1.00\n").toString());
        assertThat(run(0, "check", "--data", store.toString()).out()).contains("Checked 101 rows of 2 tables");
        assertThat(run(1, "check", "--data", store.toString(), "--procedures", jar()).out())
            .contains("Wrong: bundle accounts: account 7000 is nobody's.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "101,new,1\\n102,new,2\\n | , line 3: | would have the same values in unique index owners as row (id=101)",
        "101,new,1\\n1,other,2\\n | , line 3: | already has a row with key (id=1)",
        "101,new,1\\n102,b,2.001\\n | , line 3: table account, column balance: | has more than 2 digits",
        "101,new,1\\n102,\"b,2\\n | , line 3, column 5: | the quote that begins here is never closed",
        "101,new,1\\n102,b | , line 3, column 6: | the file ends in field 2 of 3: it is cut off",
        "101,new,1\\n102,b,2 | , line 3, column 8: | the file ends without a line feed",
        "101,n\u00e9w,1\\n | , line 2, column 6: | bytes that are not UTF-8"})
    void nothingIsKeptOfAnImportThatFails(String lines, String where, String why) throws IOException {
        final List<String> before = rows();
        final Path notes = file("note.csv", "number\n1\n2\n");
        final Path file = file("account.csv", HEAD + lines.replace("\\n", "\n"));
        final CommandRun run = run(2, "import", "--data", store.toString(), notes.toString(), file.toString());
        assertThat(run.err()).startsWith("baton: " + file + where).contains(why)
            .endsWith("; nothing was imported.\n").hasLineCount(1);
        assertThat(run.out()).doesNotContain("Imported");
        assertThat(rows()).isEqualTo(before);
        assertThat(run(0, "check", "--data", store.toString()).out()).contains("Checked 100 rows of 2 tables");
    }

    @Test
    void lastLinesWithoutALineFeedAreImportedIfThatIsAskedFor() throws IOException {
        final String file = file("account.csv", HEAD + "101,new,1\n102,b,2").toString();
        run(0, "import", "--data", store.toString(), "--last-line", "whole", file);
        assertThat(rows()).hasSize(102).contains("101,new,1.00");
        final String next = file("account.csv", HEAD + "102,b,2").toString();
        run(0, "import", "--data", store.toString(), "--last-line", "any", next);
        assertThat(rows()).hasSize(103).contains("102,b,2.00");
    }

    @Test
    void mistakesAreOneSentence() throws IOException {
        final String data = store.toString();
        final String file = file("account.csv", HEAD).toString();
        refused("FILE nowhere.csv: there is no such file or folder", "import", "--data", data, "nowhere.csv");
        refused("--table foo: the store has no such table; it has account, note", "import", "--data", data,
            "--table", "foo", file);
        refused("--table stranger: the store has no such table; it has account, note", "import", "--data", data,
            file("stranger.csv", HEAD).toString());
        refused("FILE " + file("rows.txt", HEAD) + ": the name of its table is not known; call it TABLE.csv, or give "
            + "--table", "import", "--data", data, folder.resolve("rows.txt").toString());
        refused("there are two files for table account; import one after the other", "import", "--data", data, file,
            file);
        refused("there is no .csv file in it", "import", "--data", data,
            Files.createDirectory(folder.resolve("empty")).toString());
        refused("--last-line maybe: give ended, any or whole", "import", "--data", data, "--last-line", "maybe", file);
        refused("--table foo: the store has no such table; it has account, note", "export", "--data", data, "--table",
            "foo", "--out", folder.resolve("o").toString());
        for (final String command : List.of("check", "export", "import")) {
            final List<String> more = command.equals("export") ? List.of("--out", folder.resolve("p").toString())
                : command.equals("import") ? List.of(file) : List.of();
            final List<String> missing = new ArrayList<>(List.of(command));
            missing.addAll(more);
            refused("--data is missing: give the directory of a store"
                + (command.equals("check") ? "" : ", or --url for a server that runs"), missing.toArray(String[]::new));
            missing.addAll(List.of("--data", folder.resolve("none").toString()));
            refused("there is no such directory", missing.toArray(String[]::new));
        }
        for (final String command : List.of("import", "export")) {
            refused("--data and --url exclude each other: give the directory of a store, or the address of a server "
                + "that runs", command, "--data", data, "--url", "127.0.0.1:1",
                command.equals("import") ? file
                    : "--out=" + folder.resolve("p"));
        }
        refused("--out is missing: give a folder for the files", "export", "--data", data);
    }

    private static void refused(String why, String... arguments) {
        assertThat(run(2, arguments).err()).contains(why).doesNotContain("Exception");
    }

    @Test
    void tablesOfAServerAreExportedAndImported() throws IOException {
        final Path out = folder.resolve("out");
        try (Served server = new Served("--procedures", jar(), "--data", store.toString())) {
            final String url = server.address();
            assertThat(run(0, "import", "--url", url, file("account.csv", HEAD + "101,new,1.25\n102,\"b,\",\n")
                .toString()).out()).contains("Imported 2 rows of " + folder.resolve("account.csv")
                    + " into table account.");
            run(0, "export", "--url", url, "--out", out.toString());
            assertThat(Files.readAllLines(out.resolve("account.csv"))).hasSize(103)
                .contains("id,owner,balance", "101,new,1.25", "102,\"b,\",", "2,owner 2,", "3,owner 3,3.00");
            assertThat(out.resolve("note.csv")).hasContent("number\n");
            final StringBuilder many = new StringBuilder("number\n");
            for (int number = 0; number < 12_345; number++) {
                many.append(number).append('\n');
            }
            run(0, "import", "--url", url, file("note.csv", many.toString()).toString());
            final Path notes = folder.resolve("notes");
            run(0, "export", "--url", url, "--table", "note", "--out", notes.toString());
            assertThat(Files.readAllLines(notes.resolve("note.csv")).stream().sorted())
                .isEqualTo(many.toString().lines().sorted().toList());

            final CommandRun twice =
                run(1, "import", "--url", url, file("account.csv", HEAD + "3,again,1\n").toString());
            assertThat(twice.err()).contains("(23505)", "already has a row with key (id=3)",
                "into table account nothing was imported.").hasLineCount(1);
            final CommandRun cut =
                run(2, "import", "--url", url, file("account.csv", HEAD + "103,c,1\n104,d").toString());
            assertThat(cut.err()).contains(", line 3, column 6: the file ends in field 2 of 3: it is cut off; "
                + "nothing was imported.").hasLineCount(1);
            final StringBuilder wrong = new StringBuilder("number\n");
            for (int number = 20_000; number < 20_600; number++) {
                wrong.append(number).append('\n');
            }
            assertThat(run(2, "import", "--url", url, file("note.csv", wrong + "x\n").toString()).err())
                .contains(", line 602, column number: x is no integer",
                    "; the first 500 rows are in the table.");
            refused("--table foo: the server has no such table; it has account, note", "export", "--url", url,
                "--table",
                "foo", "--out", folder.resolve("o").toString());
            refused("--memory is for --data; leave it out with --url", "export", "--url", url, "--memory", "1g",
                "--out",
                folder.resolve("o").toString());
        }
        assertThat(rows()).hasSize(103);
        assertThat(run(2, "export", "--url", "127.0.0.1:1", "--out", folder.resolve("o").toString()).err())
            .startsWith("baton: not called (08001): ").hasLineCount(1);
    }

    @Test
    void damagedFilesAreFound() throws IOException {
        try (var files = Files.walk(store)) {
            final Path rows = files.filter(path -> path.getFileName().toString().endsWith(".rows")).sorted()
                .reduce((first, second) -> first).orElseThrow();
            final byte[] bytes = Files.readAllBytes(rows);
            bytes[bytes.length / 2] ^= 1;
            Files.write(rows, bytes);
        }
        assertThat(run(1, "check", "--data", store.toString()).out()).contains("Damaged: ");
    }
}
