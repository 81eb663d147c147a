package io.baton.testing.disk;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Enumerates what a power cut may leave of what was not forced: everything that is possible if that is little, and else
 * nothing, all, and a sample of the rest. Each choice is followed by the same one with damage. Or draws a few of all
 * these. The same seed gives the same choices.
 */
final class CutChoices {
    /** As many as 12 units with one version each have. */
    private static final long ALL_MAX = 1 << 12;
    private static final int PAIRS_MAX = 100;
    private static final int RANDOM_MAX = 200;
    /** As often as two other kinds, nothing and all are drawn each. */
    private static final int EXTREMES = 2;
    /** Attempts to draw one that was not drawn before. */
    private static final int DRAWS_FOR_ONE = 4;

    private final CutPoint point;
    private final List<UnforcedUnit> units;
    private final List<Integer> sectors;
    private final long seed;

    CutChoices(CutPoint point, long seed) {
        this.point = point;
        this.seed = seed;
        units = point.units();
        sectors = IntStream.range(0, units.size())
            .filter(unit -> units.get(unit) instanceof UnforcedUnit.Sector)
            .boxed()
            .toList();
    }

    /** {@return different choices, {@code limit} at most} */
    Stream<CutChoice> stream(int limit) {
        long possible = possible();
        boolean all = possible <= ALL_MAX && possible * (sectors.isEmpty() ? 1 : 2) <= limit;
        Set<IntBuffer> seen = new HashSet<>();
        Stream<CutChoice> choices = all
            ? LongStream.range(0, possible).mapToObj(this::numbered)
            : samples().stream().map(Supplier::get).filter(choice -> seen.add(IntBuffer.wrap(choice.kept())));
        return choices.flatMap(this::alsoDamaged).limit(limit);
    }

    /**
     * {@return different choices, {@code count} at most} Each is of a kind that is drawn, and damaged or not.
     */
    Stream<CutChoice> draw(int count) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Supplier<CutChoice>>> kinds = new ArrayList<>(samples(random));
        // These show most: that something is not forced, or was not to be believed.
        for (int i = 0; i < EXTREMES; i++) {
            kinds.add(List.of(this::nothing));
            kinds.add(List.of(this::all));
        }
        kinds.removeIf(List::isEmpty);
        Set<String> seen = new HashSet<>();
        return Stream.generate(() -> drawn(kinds, random)).limit((long) DRAWS_FOR_ONE * count)
            .filter(choice -> seen.add(choice.leaves(units))).limit(count);
    }

    private CutChoice drawn(List<List<Supplier<CutChoice>>> kinds, SplittableRandom random) {
        List<Supplier<CutChoice>> kind = kinds.get(random.nextInt(kinds.size()));
        CutChoice plain = kind.get(random.nextInt(kind.size())).get();
        Damage damage = random.nextBoolean() ? Damage.choose(point, sectors, plain.kept(), random) : null;
        return damage == null ? plain : plain.with(damage);
    }

    /** In how many ways the versions can be combined; one more than the limit stands for all above it. */
    private long possible() {
        long product = 1;
        for (UnforcedUnit unit : units) {
            product = Math.min(product * (unit.versions() + 1), ALL_MAX + 1);
        }
        return product;
    }

    private Stream<CutChoice> alsoDamaged(CutChoice plain) {
        long ownSeed = seed ^ IntBuffer.wrap(plain.kept()).hashCode() * 0x9E3779B97F4A7C15L;
        Damage damage = Damage.choose(point, sectors, plain.kept(), new SplittableRandom(ownSeed));
        return damage == null ? Stream.of(plain) : Stream.of(plain, plain.with(damage));
    }

    /** The combination with a number, the first unit's version being its last digit. */
    private CutChoice numbered(long number) {
        int[] kept = new int[units.size()];
        long rest = number;
        for (int unit = 0; unit < kept.length; unit++) {
            int digits = units.get(unit).versions() + 1;
            kept[unit] = (int) (rest % digits);
            rest /= digits;
        }
        return new CutChoice("combination " + number, kept, null);
    }

    /** Nothing, all, then by turns the samples of each kind, so that any limit has something of all. */
    private List<Supplier<CutChoice>> samples() {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<Supplier<CutChoice>>> kinds = samples(random);
        List<Supplier<CutChoice>> samples = new ArrayList<>();
        samples.add(this::nothing);
        samples.add(this::all);
        int longest = 0;
        for (List<Supplier<CutChoice>> kind : kinds) {
            Collections.shuffle(kind, random);
            longest = Math.max(longest, kind.size());
        }
        for (int i = 0; i < longest; i++) {
            for (List<Supplier<CutChoice>> kind : kinds) {
                if (i < kind.size()) {
                    samples.add(kind.get(i));
                }
            }
        }
        return samples;
    }

    private List<List<Supplier<CutChoice>>> samples(SplittableRandom random) {
        return List.of(prefixes(), drops(), pairs(random), keeps(), randoms(random));
    }

    private CutChoice nothing() {
        return new CutChoice("nothing", new int[units.size()], null);
    }

    private CutChoice all() {
        return new CutChoice("all", CutPoint.latest(units), null);
    }

    private List<Supplier<CutChoice>> prefixes() {
        int[] times = units.stream()
            .flatMapToInt(unit -> IntStream.rangeClosed(1, unit.versions()).map(unit::time))
            .distinct()
            .toArray();
        List<Supplier<CutChoice>> prefixes = new ArrayList<>();
        for (int time : times) {
            prefixes.add(() -> new CutChoice("up to operation " + (time + 1), prefix(time), null));
        }
        return prefixes;
    }

    /** The last versions that were there when the operation was done. */
    private int[] prefix(int time) {
        int[] kept = new int[units.size()];
        for (int i = 0; i < kept.length; i++) {
            UnforcedUnit unit = units.get(i);
            while (kept[i] < unit.versions() && unit.time(kept[i] + 1) <= time) {
                kept[i]++;
            }
        }
        return kept;
    }

    private List<Supplier<CutChoice>> drops() {
        List<Supplier<CutChoice>> drops = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            int unit = i;
            drops.add(() -> allBut(unit, unit));
        }
        return drops;
    }

    private List<Supplier<CutChoice>> pairs(SplittableRandom random) {
        List<Supplier<CutChoice>> pairs = new ArrayList<>();
        for (int i = 0; i < PAIRS_MAX && !units.isEmpty(); i++) {
            int first = random.nextInt(units.size());
            int second = random.nextInt(units.size());
            pairs.add(() -> allBut(first, second));
        }
        return pairs;
    }

    private CutChoice allBut(int first, int second) {
        int[] kept = CutPoint.latest(units);
        kept[first] = 0;
        kept[second] = 0;
        return new CutChoice(
            "all but " + units.get(first) + (first == second ? "" : " and " + units.get(second)), kept, null);
    }

    private List<Supplier<CutChoice>> keeps() {
        List<Supplier<CutChoice>> keeps = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            int unit = i;
            keeps.add(() -> only(unit));
        }
        return keeps;
    }

    private CutChoice only(int unit) {
        int[] kept = new int[units.size()];
        kept[unit] = units.get(unit).versions();
        return new CutChoice("only " + units.get(unit), kept, null);
    }

    private List<Supplier<CutChoice>> randoms(SplittableRandom random) {
        List<Supplier<CutChoice>> randoms = new ArrayList<>();
        for (int i = 0; i < RANDOM_MAX; i++) {
            long ownSeed = random.nextLong();
            randoms.add(() -> random(ownSeed));
        }
        return randoms;
    }

    private CutChoice random(long ownSeed) {
        SplittableRandom random = new SplittableRandom(ownSeed);
        int[] kept = new int[units.size()];
        for (int unit = 0; unit < kept.length; unit++) {
            kept[unit] = random.nextInt(units.get(unit).versions() + 1);
        }
        return new CutChoice("random " + Long.toHexString(ownSeed), kept, null);
    }
}
