package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Baton's packages keep to their walls. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class WallsTest {
    /** Classes of the engine that open the fabric for their lock clients. */
    private static final Set<String> FABRIC_OPENERS = Set.of("io.baton.engine.EmbeddedLocks");

    private final JavaClasses mainClasses = MainClasses.read();

    @Test
    void everyModuleIsSeen() {
        assertThat(mainClasses.stream().map(JavaClass::getPackageName))
                .contains("io.baton.fabric", "io.baton.lock", "io.baton.sim", "io.baton.storage", "io.baton.engine",
                        "io.baton.tpcc", "io.baton.deploy")
                .doesNotContain("io.baton.deploy.house");
    }

    @Test
    void dependenciesPointDown() {
        assertThat(new WallsCheck(FABRIC_OPENERS).check(mainClasses)).isEmpty();
    }

    @Test
    void packagesHaveNoCycles() {
        assertThat(WallsCheck.cycles(mainClasses)).isEmpty();
    }
}
