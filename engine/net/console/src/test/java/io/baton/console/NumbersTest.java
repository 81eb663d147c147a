package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long it is kept what was counted. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
final class NumbersTest {

    @Test
    void theSeriesKeepsFiveMinutesAndTellsOnlyWhatIsNew() {
        final Series series = new Series();
        for (int i = 0; i < 400; i++) {
            series.add(new Series.Point(i, i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        }
        assertThat(points(series, 0)).hasSize(300);
        assertThat(points(series, 397)).hasSize(3);
        assertThat(points(series, 397).getFirst()).isEqualTo(397);
        assertThat(points(series, 400)).isEmpty();
        // A page that knows more than there is has known another run.
        assertThat(points(series, 9_000)).hasSize(300);
        assertThat(points(series, -5)).hasSize(300);
    }

    private static List<Integer> points(Series series, long known) {
        final JsonObject json = series.after(known);
        return json.getAsJsonArray("points").asList().stream().map(point -> point.getAsJsonArray().get(0).getAsInt())
            .toList();
    }
}
