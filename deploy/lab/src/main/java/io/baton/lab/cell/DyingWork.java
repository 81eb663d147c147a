package io.baton.lab.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A load where now and then a transaction dies while it holds its locks and never gives them back (ShiftLock, section
 * 4.8; DSLR, appendix A.6).
 *
 * @param base all transactions, of which none dies
 * @param share the share of those that die, 0 to 1
 */
public record DyingWork(Load base, double share) implements Load {

    @Override
    public List<String> types() {
        final List<String> types = new ArrayList<>(base.types());
        types.add("Dying");
        return List.copyOf(types);
    }

    @Override
    public boolean touchesRows() {
        return base.touchesRows();
    }

    @Override
    public long thinkNanos(int type) {
        return base.thinkNanos(dies(type) ? 0 : type);
    }

    @Override
    public long chooseNanos() {
        return base.chooseNanos();
    }

    @Override
    public long noteNanos() {
        return base.noteNanos();
    }

    @Override
    public boolean dies(int type) {
        return type == base.types().size();
    }

    @Override
    public Ready prepare(long seed) {
        final Ready ready = base.prepare(seed);
        return new Ready() {
            @Override
            public int slots() {
                return ready.slots();
            }

            @Override
            public Stream stream(int client, int clients, RandomGenerator random) {
                final Stream all = ready.stream(client, clients, random);
                return locks -> {
                    final int type = all.next(locks);
                    return random.nextDouble() < share ? base.types().size() : type;
                };
            }
        };
    }
}
