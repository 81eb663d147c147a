package io.baton.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.explore.bug.PlantedBug;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The fault simulation finds bugs that are there, and none where there are none. */
final class PlantedHuntTest {

    private static final int SEEDS_MAX = 10_000;
    private static final int SEEDS_OF_CANARIES = 60;
    private static final int BUGS_MIN = 30;

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void canariesAreFoundAndTheLocksThemselvesAreClean() {
        final Set<PlantedBug> canaries =
            EnumSet.of(PlantedBug.STALE_EPOCH, PlantedBug.TRY_IGNORES_READERS, PlantedBug.HELD_SAID_FROZEN);
        final List<PlantedHunt.Finding> told = new ArrayList<>();
        final List<PlantedHunt.Finding> findings =
            PlantedHunt.hunt(canaries, SEEDS_OF_CANARIES, told::add, () -> false);
        assertThat(findings).hasSameSizeAs(canaries).allMatch(PlantedHunt.Finding::isFound).isEqualTo(told);
        for (int seed = 1; seed <= SEEDS_OF_CANARIES; seed++) {
            assertThat(new PlantedHunt.Judge().apply(seed)).as("seed %d", seed).isEmpty();
        }
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void aHuntStopsWhenToldTo() {
        final AtomicInteger asked = new AtomicInteger();
        final List<String> lines = new ArrayList<>();
        PlantedHunt.hunt("consents-though-lost", SEEDS_MAX, lines::add, () -> asked.incrementAndGet() > 3);
        assertThat(lines).containsExactly("0 of 1 found until you stopped it");
    }

    @Test
    @Tag("slow")
    @Timeout(value = 600, unit = TimeUnit.SECONDS)
    void everyBugIsFound() {
        final List<PlantedHunt.Finding> findings =
            PlantedHunt.hunt(PlantedHunt.catalogue(), SEEDS_MAX, finding -> {}, () -> false);
        assertThat(findings).hasSizeGreaterThanOrEqualTo(BUGS_MIN).allMatch(PlantedHunt.Finding::isFound);
    }

    @Test
    @Tag("slow")
    @Timeout(value = 900, unit = TimeUnit.SECONDS)
    void theLocksThemselvesAreCleanOverAllSeedsOfTheHunt() {
        for (int seed = 1; seed <= SEEDS_MAX; seed++) {
            assertThat(new PlantedHunt.Judge().apply(seed)).as("seed %d", seed).isEmpty();
        }
    }
}
