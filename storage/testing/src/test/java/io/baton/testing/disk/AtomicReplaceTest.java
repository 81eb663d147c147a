package io.baton.testing.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The images show what goes wrong when a file is replaced without one of the steps that make it safe. */
final class AtomicReplaceTest {
    private static final String OLD = Rig.sectors('o', 2);
    private static final String NEW = Rig.sectors('n', 2);
    private static final int IMAGES_MAX = 1000;

    private enum Step {
        OTHER_NAME, FORCE, FORCE_DIRECTORY
    }

    private final CrashDisk disk = new CrashDisk();
    private final Path file = disk.process().getPath("/f");

    private void replace(Set<Step> steps) throws IOException {
        Path written = steps.contains(Step.OTHER_NAME) ? file.resolveSibling("f.tmp") : file;
        try (FileChannel channel = Rig.open(written, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            Rig.write(channel, 0, NEW);
            if (steps.contains(Step.FORCE)) {
                channel.force(true);
            }
        }
        if (steps.contains(Step.OTHER_NAME)) {
            Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
        }
        if (steps.contains(Step.FORCE_DIRECTORY)) {
            Rig.forceDirectory(file.resolveSibling(""));
        }
    }

    /** What is wrong with the images at all points: neither old nor new, or old although it was said to be done. */
    private Set<String> problems(Set<Step> steps) throws IOException {
        Rig.forcedFile(file, OLD).close();
        int before = disk.point();
        replace(steps);
        Set<String> problems = new TreeSet<>();
        for (int point = before; point <= disk.point(); point++) {
            boolean done = point == disk.point();
            disk.images(point, IMAGES_MAX, 1).forEach(image -> {
                String text = Rig.text(image, "/f");
                if (!text.equals(OLD) && !text.equals(NEW)) {
                    problems.add("mixed");
                } else if (done && text.equals(OLD)) {
                    problems.add("lost");
                }
            });
        }
        return problems;
    }

    @Test
    void allStepsTogetherAreSafe() throws IOException {
        assertThat(problems(EnumSet.allOf(Step.class))).isEmpty();
    }

    @Test
    void withoutAnotherNameThereIsAMixture() throws IOException {
        assertThat(problems(EnumSet.complementOf(EnumSet.of(Step.OTHER_NAME)))).containsExactly("mixed");
    }

    @Test
    void withoutAForceThereIsAMixture() throws IOException {
        assertThat(problems(EnumSet.complementOf(EnumSet.of(Step.FORCE)))).containsExactly("mixed");
    }

    @Test
    void withoutAForceOfTheDirectoryTheNewFileCanBeLost() throws IOException {
        assertThat(problems(EnumSet.complementOf(EnumSet.of(Step.FORCE_DIRECTORY)))).containsExactly("lost");
    }

    @Test
    void repeatingAForceThatFailedLosesTheNewFile() throws IOException {
        Rig.forcedFile(file, OLD).close();
        try (FileChannel channel = Rig.open(file, StandardOpenOption.WRITE)) {
            Rig.write(channel, 0, NEW);
            disk.inject(Fault.of(DiskOperationKind.FORCE, 1, Fault.DEVICE_FAILED));
            assertThatThrownBy(() -> channel.force(true)).hasMessage(Fault.DEVICE_FAILED);
            channel.force(true);
        }
        assertThat(Rig.texts(disk.images(disk.point(), IMAGES_MAX, 1), "/f")).containsExactly(OLD);
    }
}
