package io.baton.lab.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The plots that are checked in are what is drawn from the results that are checked in. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class PagePlotsTest {

    private static final int BYTES_MAX = 60_000;
    private static final Path FOLDER = Page.docs().resolve("paper");

    private static Map<String, String> drawn() throws IOException {
        return new PagePlots(Page.results()).draw();
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }

    @Test
    void plotsAreDrawnFromTheResults() throws IOException {
        for (final Map.Entry<String, String> plot : drawn().entrySet()) {
            assertThat(Files.readString(FOLDER.resolve(plot.getKey())))
                .as("%s; run deploy/bin/baton paper plots", plot.getKey()).isEqualTo(plot.getValue());
        }
    }

    @Test
    void noOtherPlotIsCheckedIn() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith(".svg")))
                .containsExactlyInAnyOrderElementsOf(drawn().keySet()).hasSize(6);
        }
    }

    @Test
    void thePageShowsEach() throws IOException {
        final String page = Page.read("paper.md").text();
        assertThat(drawn().keySet()).allSatisfy(name -> assertThat(page).contains("](paper/" + name + ")"));
    }

    @Test
    void plotsAreSmallHaveTextAndLabelledAxes() throws IOException {
        drawn().forEach((name, svg) -> {
            assertThat(svg.getBytes(StandardCharsets.UTF_8).length).as(name).isLessThan(BYTES_MAX);
            assertThat(count(svg, "<text ")).as("texts of %s", name).isGreaterThan(20);
            assertThat(count(svg, "rotate\\(-90")).as("labels beside the panels of %s", name)
                .isEqualTo(count(svg, "<g "));
            assertThat(svg).as(name).contains("fill=\"#ffffff\"", "the paper");
        });
    }

    @Test
    void aNumberThatIsMissingIsNamed() {
        final Results few = Results.parse("experiment,lock,workload,metric,paper,ours\na,b,c,p99,,1\n");
        assertThatThrownBy(() -> new PagePlots(few).draw()).isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("figure4, ShiftLock, WI-zipf, goodput");
    }
}
