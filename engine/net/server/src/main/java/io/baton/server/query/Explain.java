package io.baton.server.query;

import io.baton.engine.Engine;
import io.baton.engine.LockPlan;
import io.baton.engine.Procedure;
import io.baton.engine.Transaction;
import io.baton.engine.procedure.ArgumentCount;
import io.baton.engine.procedure.Explains;
import io.baton.engine.procedure.Explanation;
import io.baton.protocol.ConversionException;
import io.baton.protocol.JavaBinding;
import io.baton.protocol.NotEncodableException;
import io.baton.protocol.Reason;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Explains calls of other procedures: what they would lock, or how they run. */
final class Explain {

    private Explain() {
    }

    /**
     * A line of what is told of a call.
     *
     * @param item what the line is about: procedure, plan, lock, rows, attempts, time or outcome
     * @param name of the procedure, or of the table or index; or which rows or time
     * @param key of a lock: the values that name it
     * @param mode of a lock: SHARED or EXCLUSIVE
     * @param how of a lock: how it was got; of an outcome: its SQLSTATE; of a query's plan: what is done
     * @param waited of a lock that was asked for: whether somebody else had it
     * @param count how many rows or attempts
     * @param micros of a lock: how long it took to get it; of a time: how long it was
     * @param detail the rest, for people
     */
    public record Line(String item, String name, @Nullable String key, @Nullable String mode,
            @Nullable String how, @Nullable Boolean waited, @Nullable Long count, @Nullable Double micros,
            @Nullable String detail) {

        static Line procedure(String name, String detail) {
            return new Line("procedure", name, null, null, null, null, null, null, detail);
        }

        static Line plan(String name, String how, String detail) {
            return new Line("plan", name, null, null, how, null, null, null, detail);
        }

        static Line count(String item, String name, long count) {
            return new Line(item, name, null, null, null, null, count, null, null);
        }

        static Line time(String name, double micros) {
            return new Line("time", name, null, null, null, null, null, micros, null);
        }
    }

    /** Explains a call. Public for the engine, which calls it. */
    public static final class Call implements Explains {

        private static final double NANOS_PER_MICRO = 1e3;

        private final Engine engine;
        private final Function<String, @Nullable Procedure<?>> builtIns;
        private final BuiltIns.Select select;
        private final boolean runs;

        /**
         * Makes it.
         *
         * @param builtIns finds procedures that are in no list
         * @param select plans queries
         * @param runs whether calls run, and are rolled back
         */
        Call(Engine engine, Function<String, @Nullable Procedure<?>> builtIns, BuiltIns.Select select,
                boolean runs) {
            this.engine = engine;
            this.builtIns = builtIns;
            this.select = select;
            this.runs = runs;
        }

        @Override
        public boolean runs() {
            return runs;
        }

        /**
         * Names the locks of the call.
         *
         * @param plan given by the engine
         * @param procedure the name of what is called
         * @param arguments its arguments
         */
        public void plan(LockPlan plan, String procedure, List<Object> arguments) {
            final Procedure<?> called = called(procedure);
            final @Nullable Object[] converted = converted(called, arguments);
            called.planWithin(plan, converted);
            if (isQuery(procedure)) {
                // Says what is wrong with it.
                query(converted);
            }
        }

        private static boolean isQuery(@Nullable String procedure) {
            return BuiltIns.QUERY.equals(procedure);
        }

        @SuppressWarnings("unchecked") // They are converted to what the procedure takes.
        private QueryPlan query(@Nullable Object[] arguments) {
            final Object rows = arguments[1];
            return select.planned((String) arguments[0], rows instanceof Number number ? number.longValue() : 0,
                (List<Object>) arguments[2]);
        }

        /**
         * Makes the call.
         *
         * @param transaction given by the engine
         * @param procedure the name of what is called
         * @param arguments its arguments
         * @return nothing of use: {@link #explained} makes the result
         */
        public List<Line> run(Transaction transaction, String procedure, List<Object> arguments) {
            final Procedure<?> called = called(procedure);
            called.runWithin(transaction, converted(called, arguments));
            return List.of();
        }

        @Override
        public boolean isMistake(Throwable cause) {
            return cause instanceof QueryException;
        }

        private Procedure<?> called(@Nullable String name) {
            if (name == null) {
                throw new QueryException(Reason.NULL_ARGUMENT, "NULL is no name of a procedure to explain");
            }
            final Procedure<?> builtIn = builtIns.apply(name);
            if (builtIn != null) {
                return builtIn;
            }
            try {
                return engine.procedure(name);
            } catch (IllegalArgumentException e) {
                throw new QueryException(Reason.NO_SUCH_PROCEDURE, "there is no procedure " + name + " to explain");
            }
        }

        private static @Nullable Object[] converted(Procedure<?> called, @Nullable List<Object> given) {
            final List<Parameter> parameters = called.parameters();
            final int count = given == null ? 0 : given.size();
            if (count != parameters.size()) {
                throw new QueryException(Reason.WRONG_ARGUMENTS,
                    ArgumentCount.wrong(called.name(), parameters.size(), count));
            }
            final @Nullable Object[] converted = new Object[count];
            for (int i = 0; given != null && i < count; i++) {
                try {
                    converted[i] = JavaBinding.of(parameters.get(i).getParameterizedType()).fromWire(given.get(i));
                } catch (ConversionException e) {
                    throw new QueryException(e.reason(), "argument " + (i + 1) + " (" + parameters.get(i).getName()
                        + ") of procedure " + called.name() + " " + e.getMessage());
                } catch (NotEncodableException e) {
                    throw new QueryException(Reason.NOT_CALLABLE, String.valueOf(e.getMessage()));
                }
            }
            return converted;
        }

        @Override
        public List<Line> explained(Explanation explanation, @Nullable Object[] arguments) {
            final String name = String.valueOf(arguments[0]);
            final Explanation.Run run = explanation.run();
            final List<Line> lines = new ArrayList<>();
            lines.add(Line.procedure(name, (isReadOnly(name) ? "only reads" : "may write")
                + (run == null ? "; not run: these are the locks that its plan names"
                    + (explanation.locks().isEmpty() ? ", none: it finds them while it runs" : "")
                    : "; was run, and rolled back")));
            if (isQuery(name)) {
                addPlan(lines, arguments[1]);
            }
            explanation.locks().forEach(lock -> lines.add(line(lock, run != null)));
            if (run != null) {
                addRun(lines, name, run);
            }
            return lines;
        }

        @SuppressWarnings("unchecked") // The procedure takes a list.
        private void addPlan(List<Line> lines, @Nullable Object arguments) {
            try {
                lines.addAll(query(converted(called(BuiltIns.QUERY), (List<Object>) arguments)).explained());
            } catch (QueryException e) {
                // The table or an index has gone since.
                lines.add(Line.plan("", "none", String.valueOf(e.getMessage())));
            }
        }

        private boolean isReadOnly(String name) {
            try {
                return called(name).readOnly();
            } catch (QueryException e) {
                // It has gone since.
                return false;
            }
        }

        private static Line line(Explanation.Lock lock, boolean ran) {
            final String name = lock.index().isEmpty() ? lock.table() : lock.table() + "." + lock.index();
            return new Line("lock", name, lock.key(), lock.exclusive() ? "EXCLUSIVE" : "SHARED",
                lock.how().name().toLowerCase(Locale.ROOT).replace('_', ' '), ran ? lock.waited() : null, null,
                ran ? lock.nanos() / NANOS_PER_MICRO : null, lock.index().isEmpty() ? "row" : "prefix of an index");
        }

        private static void addRun(List<Line> lines, String name, Explanation.Run run) {
            final Explanation.Rows rows = run.rows();
            lines.add(Line.count("rows", "looked up", rows.lookedUp()));
            lines.add(Line.count("rows", "scanned", rows.scanned()));
            lines.add(Line.count("rows", "inserted", rows.inserted()));
            lines.add(Line.count("rows", "updated", rows.updated()));
            lines.add(Line.count("rows", "deleted", rows.deleted()));
            lines.add(Line.count("attempts", "", run.attempts()));
            lines.add(Line.time("in locks", run.lockNanos() / NANOS_PER_MICRO));
            lines.add(Line.time("in the procedure", (run.nanos() - run.lockNanos()) / NANOS_PER_MICRO));
            lines.add(Line.time("in all", run.nanos() / NANOS_PER_MICRO));
            lines.add(new Line("outcome", "", null, null, run.sqlState(), null, null, null,
                run.message().isEmpty() ? "would have been committed; was rolled back"
                    : run.message().replaceFirst("^procedure \\Q" + BuiltIns.ANALYZE + "\\E ", "procedure "
                        + java.util.regex.Matcher.quoteReplacement(name) + " ")));
        }
    }
}
