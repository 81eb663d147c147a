package io.baton.explore.bug;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every bug of the catalogue can be planted; that it is found is the business of those who hunt it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class PlantedBugTest {

    @ParameterizedTest
    @Tag("thorough")
    @EnumSource
    void fitsTheCodeAndPassesBothVerifiers(PlantedBug bug) {
        assertThat(bug.plant().verify()).isEmpty();
    }

    @Test
    void hasANameOfItsOwnOnTheCommandLine() {
        assertThat(PlantedBug.values()).allMatch(bug -> PlantedBug.of(bug.commandName()).orElseThrow() == bug);
        assertThat(PlantedBug.of("all")).isEmpty();
    }

    @Test
    void eightyTwoAreForCampaigns() {
        assertThat(Arrays.stream(PlantedBug.values()).filter(PlantedBug::isForCampaigns)).hasSize(82);
    }
}
