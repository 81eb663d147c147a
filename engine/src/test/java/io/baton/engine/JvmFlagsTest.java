package io.baton.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** What a JVM without them gets is in OpeningTest, which starts some. */
class JvmFlagsTest {

    @Test
    void fileHasTheFlagsThatTheseTestsRunWithAndNoOthers() {
        assertThat(JvmFlags.all()).containsExactlyInAnyOrder(
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED");
        assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments()).containsAll(JvmFlags.all());
    }

    @Test
    void jvmThatHasThemIsAccepted() {
        assertThatCode(JvmFlags::require).doesNotThrowAnyException();
    }
}
