package io.baton.lab.jmh;

import io.baton.engine.Engine;
import io.baton.engine.Outcome;
import io.baton.engine.Procedure;
import io.baton.engine.Session;
import io.baton.tpcc.NewOrder;
import io.baton.tpcc.NewOrderResult;
import io.baton.tpcc.Tpcc;
import io.baton.tpcc.TpccConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A call of the NewOrder procedure, one client, one warehouse: what the engine and the procedure cost and allocate
 * without the driver and the drawing of inputs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class NewOrderJmh {

    private static final int INPUTS = 1 << 14;
    private static final int ITEMS = 100_000;
    private static final int CUSTOMERS = 3_000;
    private static final int DISTRICTS = 10;
    private static final long ORDERS_EXPECTED = 1_000_000;
    private static final long SEED = 42;

    private final List<Engine> engine = new ArrayList<>();
    private final List<Session> session = new ArrayList<>();
    private final List<Procedure<NewOrderResult>> newOrder = new ArrayList<>();
    private final Object[][] inputs = new Object[INPUTS][];
    private int next;

    /** Loads a warehouse and draws the inputs. */
    @Setup(Level.Trial)
    public void open() {
        engine.add(Tpcc.addTables(Engine.builder().clients(1), 1, ORDERS_EXPECTED).open());
        new Tpcc(engine.getFirst(), new TpccConfig(1, SEED, false)).load(rows -> {});
        newOrder.add(engine.getFirst().register("MeasuredNewOrder", new NewOrder(), NewOrderResult.class));
        session.add(engine.getFirst().session());
        final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        for (int i = 0; i < INPUTS; i++) {
            final int lines = random.nextInt(5, 16);
            final int[] suppliers = new int[lines];
            Arrays.fill(suppliers, 1);
            inputs[i] = new Object[] {
                1L, random.nextLong(1, DISTRICTS + 1), random.nextLong(1, CUSTOMERS + 1),
                random.ints(1, ITEMS + 1).distinct().limit(lines).toArray(), suppliers,
                random.ints(lines, 1, 11).toArray(), 1_800_000_000_000L};
        }
    }

    /** Frees it. */
    @TearDown(Level.Trial)
    public void close() {
        session.getFirst().close();
        engine.getFirst().close();
    }

    /** One call. */
    @Benchmark
    public Outcome<NewOrderResult> newOrder() {
        return session.getFirst().execute(newOrder.getFirst(), inputs[next++ & (INPUTS - 1)]);
    }
}
