package io.baton.engine.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Crash images find every mistake that is planted. */
class PlantedCrashTest {

    private static final int SEEDS = 200;

    @ParameterizedTest
    @EnumSource
    @Timeout(60)
    void mutatedClassesAreSound(PlantedCrash mistake) {
        assertThat(mistake.loader().verify()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @Tag("slow")
    @Timeout(1200)
    void everyMistakeIsFound(PlantedCrash mistake) {
        final LongFunction<String> hunts = mistake.hunts();
        String found = "";
        for (long seed = 1; seed <= SEEDS && found.isEmpty(); seed++) {
            found = hunts.apply(seed);
        }
        assertThat(found).as("%s, %d seeds", mistake, SEEDS).isNotEmpty();
    }
}
