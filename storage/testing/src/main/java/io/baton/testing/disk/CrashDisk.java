package io.baton.testing.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A disk in memory that remembers all that is done to it, and shows what a power cut at any point may leave.
 *
 * <pre>
 * CrashDisk disk = new CrashDisk();
 * workOn(disk.process().getPath("/data"));
 * for (int point = 0; point &lt;= disk.operations().size(); point++) {
 *     disk.images(point, 100, seed).forEach(image -&gt; recover(image.process().getPath("/data")));
 * }
 * </pre>
 *
 * <p>An image is a disk like any other: all that is on it is forced, and it has no history yet. Its {@code toString}
 * names the point and the choice, and {@code images(point, limit, seed).skip(number)} gives it again. Thread-safe; each
 * operation is done as a whole before the next one.
 */
public final class CrashDisk {
    private final DiskState origin;
    private final Supplier<String> description;
    private final LiveDisk live;
    /** Replays the history for the images, as far as the last one needed it; null before the first. */
    @GuardedBy("this")
    private @Nullable UnforcedChanges changes;

    /** Makes an empty disk. */
    public CrashDisk() {
        this(new DiskState(), () -> "a disk");
    }

    private CrashDisk(DiskState origin, Supplier<String> description) {
        this.origin = origin;
        this.description = description;
        live = new LiveDisk(origin.copy());
    }

    /** {@return a new process on this disk, which sees at once what others do} */
    public DiskProcess process() {
        return new DiskProcess(live);
    }

    /** {@return all that was done so far, in order; a point of this disk is a number of these} */
    public List<DiskOperation> operations() {
        return live.history();
    }

    /**
     * {@return how many operations were done so far}; what was acknowledged at this moment must be in each image from
     * this point on.
     */
    public int point() {
        return live.operations();
    }

    /**
     * Arms a fault. Several may be armed; each counts operations on its own.
     *
     * @param fault what is to go wrong
     */
    public void inject(Fault fault) {
        live.inject(fault);
    }

    /**
     * Says what is run before each force, on its thread: it may wait, as a slow disk does, and other operations go on.
     *
     * @param wait for all forces that begin from now on
     */
    public void beforeForces(Runnable wait) {
        live.beforeForces(wait);
    }

    /** Forgets all faults, the lasting ones, too. */
    public void clearFaults() {
        live.clearFaults();
    }

    /**
     * Limits the sum of the files' sizes. What is beyond it is not written: a write writes less than it should, and
     * fails if that is nothing.
     *
     * @param bytes the most, {@code Long.MAX_VALUE} for no limit
     */
    public void setCapacity(long bytes) {
        live.setCapacity(bytes);
    }

    /**
     * Gives disks as a power cut may leave them. Of what was not forced, every combination is given if there are at
     * most 4,096 and the limit allows for them. Else: nothing, all, and a sample by turns of prefixes, of all but one,
     * of all but two, of only one, and of random combinations. After each one comes the same one with a flipped bit or
     * a torn sector, if bytes were written that were not forced.
     *
     * @param point how many operations were done before the cut
     * @param limit how many disks at most
     * @param seed the same one gives the same disks
     * @return the disks, each made when it is asked for
     * @throws IndexOutOfBoundsException if fewer operations were done
     */
    public Stream<CrashDisk> images(int point, int limit, long seed) {
        CutPoint cut = cut(point);
        return disks(cut, new CutChoices(cut, seed).stream(limit), () -> cutText(point), " of limit " + limit, seed);
    }

    /**
     * Draws disks as a power cut may leave them, where a few of each point must do: the first few of {@link #images}
     * are always nothing and all. Here each may be of any kind, and every second one has a flipped bit or a torn
     * sector, if bytes were written that were not forced.
     *
     * @param point how many operations were done before the cut
     * @param count how many disks at most, each another one; fewer if there are hardly so many
     * @param seed the same one draws the same disks; another one for each point shows more
     * @return the disks, each made when it is asked for
     * @throws IndexOutOfBoundsException if fewer operations were done
     */
    public Stream<CrashDisk> draw(int point, int count, long seed) {
        CutPoint cut = cut(point);
        return disks(cut, new CutChoices(cut, seed).draw(count), () -> cutText(point), " drawn of " + count, seed);
    }

    private static Stream<CrashDisk> disks(CutPoint cut, Stream<CutChoice> choices, Supplier<String> place,
            String how, long seed) {
        Numbers numbers = new Numbers();
        return choices.map(choice -> {
            int number = numbers.next();
            return new CrashDisk(choice.state(cut), () -> place.get() + ", image " + number + how + " and seed " + seed
                + ": " + choice.describe(cut.units()));
        });
    }

    /**
     * {@return the disk after a power cut that took all that was not forced}
     *
     * @param point how many operations were done before the cut
     */
    public CrashDisk forced(int point) {
        CutPoint cut = cut(point);
        return new CrashDisk(cut.state(new int[cut.units().size()], null), () -> cutText(point) + ", forced only");
    }

    /**
     * {@return the disk after a power cut that took nothing, except what a failed force has lost}
     *
     * @param point how many operations were done before the cut
     */
    public CrashDisk written(int point) {
        CutPoint cut = cut(point);
        return new CrashDisk(cut.state(CutPoint.latest(cut.units()), null), () -> cutText(point) + ", all written");
    }

    private synchronized CutPoint cut(int point) {
        UnforcedChanges replayed = changes;
        if (replayed == null || point < replayed.replayed()) {
            replayed = new UnforcedChanges(origin);
            changes = replayed;
        }
        live.history(replayed.replayed(), point).forEach(replayed::replay);
        return replayed.cut();
    }

    private String cutText(int point) {
        return description.get() + ", cut after operation " + point;
    }

    /** {@return where this disk comes from, so that a failed test can be run again} */
    @Override
    public String toString() {
        return description.get();
    }

    /** Counts the images of a stream. One thread. */
    private static final class Numbers {
        private int count;

        int next() {
            return count++;
        }
    }
}
