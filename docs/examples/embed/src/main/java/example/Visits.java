package example;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.storage.Row;
import io.baton.storage.TableSchema;
import io.baton.storage.column.LongColumn;

/** Counts visits of pages, in this process. */
public final class Visits {
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

    public static void main(String[] arguments) {
        try (Engine engine = Engine.builder().table(PAGE, 1_000).open()) {
            Procedure<Long> visit = engine.register(new Visit(), Long.class);
            for (int i = 0; i < 3; i++) System.out.println(engine.call(visit, 7));
        }
    }
}
