package io.baton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

/** Seeds come from the property, and failures name them. */
@Timeout(30)
final class SeedsTest {

    private final Seeds seeds = new Seeds();
    private final String given = System.getProperty(Seeds.PROPERTY, "");

    @BeforeEach
    void forget() {
        System.clearProperty(Seeds.PROPERTY);
    }

    @AfterEach
    void restore() {
        if (!given.isEmpty()) {
            System.setProperty(Seeds.PROPERTY, given);
        }
    }

    private void fail(Throwable thrown) throws Throwable {
        final ExtensionContext unused = (ExtensionContext) Proxy.newProxyInstance(
            SeedsTest.class.getClassLoader(), new Class<?>[] {ExtensionContext.class}, (self, method, arguments) -> {
                throw new AssertionError(method + " was called");
            });
        seeds.handleTestExecutionException(unused, thrown);
    }

    @Test
    void propertyGivesTheSeed() {
        assertThat(seeds.next(5)).isEqualTo(5);
        assertThat(seeds.next()).isNotEqualTo(seeds.next());
        System.setProperty(Seeds.PROPERTY, "-77");
        assertThat(seeds.next(5)).isEqualTo(-77);
        assertThat(seeds.next()).isEqualTo(-77);
    }

    @Test
    void failureNamesTheSeed() {
        final IllegalStateException thrown = new IllegalStateException("the sum is wrong");
        final long seed = seeds.next();
        assertThatThrownBy(() -> fail(thrown)).isInstanceOf(AssertionError.class).hasCause(thrown)
            .hasMessage("with -Dbaton.seed=" + seed + ": java.lang.IllegalStateException: the sum is wrong");
    }

    @Test
    void testWithoutSeedFailsAsItIs() {
        final IllegalStateException thrown = new IllegalStateException("the sum is wrong");
        assertThatThrownBy(() -> fail(thrown)).isSameAs(thrown);
    }

    @Test
    void assumptionThatDoesNotHoldIsNoFailure() {
        final TestAbortedException thrown = new TestAbortedException("no such machine");
        seeds.next();
        assertThatThrownBy(() -> fail(thrown)).isSameAs(thrown);
    }
}
