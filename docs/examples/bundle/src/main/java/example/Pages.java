package example;

import io.baton.bundle.ProcedureBundle;
import io.baton.engine.Engine;
import io.baton.engine.EngineBuilder;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;

/** Counts visits of pages, for clients of a server. */
public final class Pages implements ProcedureBundle {
    static final TableSchema.Builder SCHEMA = TableSchema.named("page");
    static final LongColumn ID = SCHEMA.int64("id"), VISITS = SCHEMA.int64("visits");
    static final TableSchema PAGE = SCHEMA.primaryKey(ID.bits(40)).build();

    public static final class Visit {
        public long run(Transaction transaction, long id) {
            Row page = transaction.findForUpdate(PAGE, PAGE.key(id));
            if (page == null) page = transaction.insert(PAGE, PAGE.key(id));
            page.set(VISITS, page.get(VISITS) + 1);
            return page.get(VISITS);
        }
    }

    public String name() { return "pages"; }

    public void addTables(EngineBuilder builder) { builder.table(PAGE, 1_000); }

    public void register(Engine engine) { engine.register(new Visit(), Long.class); }
}
