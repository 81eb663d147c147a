package io.baton.explore.mutant;

import static io.baton.explore.mutant.Mutation.in;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What each kind of mutation does, and what is said when one does not fit. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class MutationTest {

    private static final String SOUND = "specimen ab 3 9 1 3";

    private static final class Running implements Supplier<String> {

        @Override
        public String get() {
            return new Specimen().run();
        }
    }

    /** Takes what no other loader can give it. */
    private record Closed(Specimen specimen) implements Supplier<String> {

        @Override
        public String get() {
            return specimen.run();
        }
    }

    private static MutantLoader loader(Mutation... mutations) {
        return new MutantLoader(new MutationSubject(
            Map.of("Specimen", Specimen.class.getName()),
            Map.of("Specimen", SpecimenHooks.View.class),
            Objects.requireNonNull(MutationTest.class.getClassLoader())), List.of(mutations));
    }

    private static String run(MutantLoader loader) {
        assertThat(loader.verify()).isEmpty();
        final Supplier<String> code = loader.enter(Running.class);
        return code.get();
    }

    static Stream<Arguments> mutations() {
        return Stream.of(
            Arguments.of(in("Specimen.say").doesNothing(), "specimen  3 9 1 3"),
            Arguments.of(in("Specimen.count").returns(7), "specimen ab 7 9 1 3"),
            Arguments.of(in("Specimen.sum").returns(7L), "specimen ab 3 7 1 3"),
            Arguments.of(in("Specimen.name").isInherited(), "base ab 3 9 1 3"),
            Arguments.of(in("Specimen.sum").isReplaced(SpecimenHooks.class, "constant"), "specimen ab 3 4 1 3"),
            Arguments.of(in("Specimen.run").ends(SpecimenHooks.class, "shout"), SOUND + "! 4"),
            Arguments.of(in("Specimen.run").skips("Specimen.say").times(2), "specimen  3 9 1 3"),
            Arguments.of(in("Specimen.run").answers("Specimen.sum", 8L), "specimen ab 3 8 1 3"),
            Arguments.of(in("Specimen.run").answers("Specimen.count", 8).times(2), "specimen ab 8 9 1 8"),
            Arguments.of(in("Specimen.count").answers("Specimen.count", 8), "specimen ab 8 9 1 3"),
            Arguments.of(in("Specimen.run").keeps("Specimen.count"), "specimen ab 0 9 1 0"),
            Arguments.of(in("Specimen.run").calls("Specimen.say/1", "Specimen.whisper").times(2),
                "specimen (a)(b) 3 9 1 3"),
            Arguments.of(in("Specimen.run").calls("Specimen.say", SpecimenHooks.class, "twice").times(2),
                "specimen (a)(a)(b)(b) 3 9 1 3"),
            Arguments.of(in("Specimen.run").calls("Specimen.sum", SpecimenHooks.class, "product"),
                "specimen ab 3 109 1 3"),
            Arguments.of(in("Specimen.offset").reads("Specimen.OFFSET", "Specimen.OTHER_OFFSET"),
                "specimen ab 3 9 2 3"),
            Arguments.of(in("Specimen.offset").reads("Specimen.OFFSET", SpecimenHooks.class, "ELSEWHERE"),
                "specimen ab 3 9 3 3"),
            Arguments.of(in("Specimen.run").uses(4, 6), "specimen ab 3 11 1 3"));
    }

    @ParameterizedTest
    @MethodSource("mutations")
    void changesWhatItSays(Mutation mutation, String result) {
        assertThat(run(loader(mutation))).isEqualTo(result);
        assertThat(run(loader())).isEqualTo(SOUND);
        assertThat(new Running().get()).isEqualTo(SOUND);
    }

    static Stream<Arguments> misfits() {
        return Stream.of(
            Arguments.of(in("Specimen.shout").doesNothing(), "there are 0 methods of that name"),
            Arguments.of(in("Specimen.sum/3").returns(1L), "there are 0 methods of that name"),
            Arguments.of(in("Specimen.run").skips("Specimen.say"), "it changes 2 places, and not 1"),
            Arguments.of(in("Specimen.offset").skips("Specimen.say"), "it changes 0 places, and not 1"),
            Arguments.of(in("Specimen.run").keeps("Specimen.said"), "it changes 0 places, and not 1"),
            Arguments.of(in("Specimen.run").uses(4L, 5L), "it changes 0 places, and not 1"),
            Arguments.of(in("Specimen.count").returns(7L), "7 is no int"),
            Arguments.of(in("Specimen.count").doesNothing(), "returns a int; say which"),
            Arguments.of(in("Specimen.say").isInherited(), "no class above Specimen has a method say"),
            Arguments.of(in("Specimen.count").isReplaced(SpecimenHooks.class, "product"), "takes more than"),
            Arguments.of(in("Other.run").doesNothing(), "no class Other can be mutated"));
    }

    @ParameterizedTest
    @MethodSource("misfits")
    void saysWhatDoesNotFit(Mutation mutation, String complaint) {
        assertThatThrownBy(() -> loader(mutation)).hasMessageContaining(complaint);
    }

    @Test
    void hooksAreFoundWhenTheMutationIsWritten() {
        assertThatThrownBy(() -> in("Specimen.run").ends(SpecimenHooks.class, "whisper"))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0 static methods");
    }

    @Test
    void nothingOfThisWorldComesIn() {
        assertThatThrownBy(() -> loader().enter(Closed.class, new Specimen()))
            .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("types of the JDK only");
        final Supplier<String> code = loader().enter(Running.class);
        assertThat(code).isNotInstanceOf(Running.class);
    }
}
