package example;

import io.baton.csv.CsvExport;
import io.baton.csv.CsvImport;
import io.baton.engine.Engine;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;
import io.baton.storage.column.StringColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes a table as a CSV file, and loads the file into another engine. */
public final class Copy {
    static final TableSchema.Builder SCHEMA = TableSchema.named("page");
    static final LongColumn ID = SCHEMA.int64("id");
    static final StringColumn TITLE = SCHEMA.string("title", 40);
    static final TableSchema PAGE = SCHEMA.primaryKey(ID.bits(40)).build();

    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createTempDirectory("csv");
        Path file = folder.resolve("pages.csv");                                          // overwrites nothing
        try (Engine engine = Engine.builder().table(PAGE, 1_000).open()) {
            engine.insertAll(insert -> {
                insert.insert(insert.row(PAGE, PAGE.key(1)).set(TITLE, "Start"));
                insert.insert(insert.row(PAGE, PAGE.key(2)).set(TITLE, "Why, and how"));
            });
            System.out.println(CsvExport.write(engine, PAGE, file) + " rows written");
        }
        try (Engine engine = Engine.builder().table(PAGE, 1_000).open()) {
            System.out.println(CsvImport.load(engine, PAGE, file) + " rows loaded");      // before the first call
            Path more = Files.writeString(folder.resolve("more.csv"), "id,title\n3,News\n");
            System.out.println(CsvImport.insert(engine, PAGE, more) + " row inserted");   // at any time
        }
        System.out.print(Files.readString(file));
    }
}
