package io.baton.engine.crash;

import io.baton.engine.Engine;
import io.baton.engine.Procedure;
import io.baton.engine.SmallStore;
import io.baton.testing.disk.CrashDisk;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Runs one workload, cuts the power after each of its operations, recovers what is left, and compares. Some images are
 * recovered twice, some are cut again during recovery, with some the work goes on and is cut again. One thread.
 */
final class CrashHunt {

    private static final int AGAIN = 4;
    private static final int WITHIN_RECOVERY = 3;
    private static final int GOING_ON = 7;
    private static final int STEPS_AFTER = 3;
    private static final int IMAGES_AFTER = 4;

    private final CrashSpec spec;
    private final SplittableRandom random;
    private final CrashDisk disk = new CrashDisk();
    private long images;

    CrashHunt(CrashSpec spec) {
        this.spec = spec;
        this.random = new SplittableRandom(spec.seed());
    }

    /** How many images were recovered and compared. */
    long images() {
        return images;
    }

    /**
     * Hunts.
     *
     * @param imagesOfPoint how many images of each cut, at most
     * @param oneIn of how many points one is cut, on average
     * @return the first thing that is wrong; nothing if all is well
     */
    String hunt(int imagesOfPoint, int oneIn) {
        CrashModel model;
        try {
            model = CrashRun.fresh(spec, disk);
        } catch (RuntimeException | Error e) {
            return "without a crash: " + Problem.text(e);
        }
        for (int point = 0; point <= disk.point(); point++) {
            if (random.nextInt(oneIn) == 0) {
                final Iterator<CrashDisk> found = disk.draw(point, imagesOfPoint, spec.seed() + point).iterator();
                while (found.hasNext()) {
                    final String wrong = judge(found.next(), model, point);
                    if (!wrong.isEmpty()) {
                        return wrong;
                    }
                }
            }
        }
        return "";
    }

    private String judge(CrashDisk image, CrashModel model, int point) {
        final List<GroupRows> found = new ArrayList<>();
        String wrong = recover(image, model, point, found);
        final int opened = image.point();
        if (wrong.isEmpty() && random.nextInt(AGAIN) == 0) {
            wrong = same("recovered again", image, found);
        }
        if (wrong.isEmpty() && random.nextInt(WITHIN_RECOVERY) == 0) {
            wrong = same("cut during recovery", oneImage(image, random.nextInt(opened + 1)), found);
        }
        if (wrong.isEmpty() && random.nextInt(GOING_ON) == 0) {
            wrong = goOn(image.written(0), found);
        }
        return wrong;
    }

    private CrashDisk oneImage(CrashDisk from, int point) {
        return from.draw(point, 1, random.nextLong()).findFirst().orElseThrow();
    }

    private String same(String how, CrashDisk image, List<GroupRows> before) {
        final List<GroupRows> now = new ArrayList<>();
        final String wrong = read(image, now);
        if (!wrong.isEmpty()) {
            return how + ": " + wrong;
        }
        return now.equals(before) ? "" : how + ", the rows are others: " + image;
    }

    /** Works on what was recovered, and cuts that work. */
    private String goOn(CrashDisk image, List<GroupRows> found) {
        final CrashModel model;
        try {
            model = CrashRun.continued(spec, image, found, random.nextLong(), STEPS_AFTER);
        } catch (RuntimeException | Error e) {
            return "the work cannot go on with " + image + ": " + Problem.text(e);
        }
        for (int i = 0; i < IMAGES_AFTER; i++) {
            final int point = random.nextInt(image.point() + 1);
            final String wrong = recover(oneImage(image, point), model, point, new ArrayList<>());
            if (!wrong.isEmpty()) {
                return "after the work went on: " + wrong;
            }
        }
        return "";
    }

    private String recover(CrashDisk image, CrashModel model, int point, List<GroupRows> found) {
        String wrong = read(image, found);
        if (wrong.isEmpty()) {
            wrong = model.judge(found, point);
        }
        return wrong.isEmpty() ? "" : wrong + "; " + spec + ": " + image;
    }

    private String read(CrashDisk image, List<GroupRows> found) {
        images++;
        try (Engine engine = SmallStore.open(image.process().getPath(CrashRun.DIRECTORY), spec.durability(),
            spec.schemas())) {
            final Procedure<GroupRows> read = engine.register(new ReadGroup(), GroupRows.class);
            for (int group = 0; group < spec.groups(); group++) {
                found.add(engine.call(read, (long) group, (long) spec.tables()));
            }
            return "";
        } catch (RuntimeException | Error e) {
            return "it cannot be opened, " + Problem.text(e);
        }
    }
}
