package io.baton.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.cell.PaperLock;
import io.baton.lab.cell.PaperLocks;
import io.baton.lab.plot.Panel.Bars;
import io.baton.lab.plot.Panel.Lines;
import io.baton.lab.plot.Panel.Rank;
import io.baton.lab.plot.Panel.Ranking;
import io.baton.lab.plot.Panel.Spot;
import io.baton.lab.plot.Panel.Timeline;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Plots are well-formed SVG with real text, whatever is missing in what they show. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SvgPlotTest {

    private static final String HOLLOW = "fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"";
    private static final Bars BARS = new Bars("Goodput & more <1>", "million/s", false, List.of("WI", "RI"),
        Map.of("ShiftLock", List.of(1.0, 2.0), "MCS", List.of(0.5, Double.NaN)));
    private static final Lines LINES = new Lines("Clients", "clients", "p99", true, true,
        Map.of("ShiftLock", List.of(new Spot(5, 2), new Spot(240, 90)), "DrTM", List.of(new Spot(5, Double.NaN))));
    private static final Ranking RANKING = new Ranking("Atomics", "atomics", "lock", false,
        List.of(new Rank("ShiftLock", 2.25, 2.5), new Rank("MCS", 3, Double.NaN), new Rank("RPC", Double.NaN, 1)));

    private static Document parse(String svg) throws Exception {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void panelsAreWellFormed() throws Exception {
        final Document svg = parse(SvgPlot.draw(List.of(BARS, LINES, RANKING)));
        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 960 640");
        assertThat(svg.getElementsByTagName("text").getLength()).as("texts").isGreaterThan(20);
    }

    @Test
    void whatIsReadIsText() {
        assertThat(SvgPlot.draw(List.of(BARS)))
            .contains(">Goodput &amp; more &lt;1&gt;<", ">million/s<", ">WI<", ">RI<");
        assertThat(SvgPlot.draw(List.of(LINES))).contains(">clients<", ">p99<", ">ShiftLock<", ">100<");
        assertThat(SvgPlot.draw(List.of(RANKING))).contains(">atomics<", ">lock<", ">RPC<", ">2.25<", ">the paper<");
    }

    @Test
    void thePapersPointsAreHollow() {
        assertThat(SvgPlot.draw(List.of(LINES))).doesNotContain(HOLLOW, "the paper");
        final Lines beside = new Lines("Clients", "clients", "p99", true, true, LINES.series(),
            Map.of("ShiftLock", List.of(new Spot(20, 3))));
        assertThat(SvgPlot.draw(List.of(beside))).containsOnlyOnce(HOLLOW).contains("hollow: the paper");
    }

    @Test
    void aLockHasOneColourEverywhere() {
        assertThat(PaperLocks.all()).extracting(PaperLock::label).allSatisfy(lock -> {
            assertThat(SeriesStyle.of(lock, 7)).isEqualTo(SeriesStyle.of(lock, 0));
            assertThat(SeriesStyle.of(lock + ", silent", 3).colour()).isEqualTo(SeriesStyle.of(lock, 0).colour());
        });
        assertThat(PaperLocks.all()).extracting(lock -> SeriesStyle.of(lock.label(), 0).colour())
            .doesNotHaveDuplicates();
        assertThat(SeriesStyle.of("acquire.IA", 1)).isNotEqualTo(SeriesStyle.of("acquire.IA", 2));
    }

    @Test
    void logarithmicBarsMayBeZero() throws Exception {
        final Bars bars = new Bars("p99", "us", true, List.of("a", "b"), Map.of("x", List.of(0.0, 1_000.0)));
        assertThat(parse(SvgPlot.draw(List.of(bars))).getDocumentElement().getTagName()).isEqualTo("svg");
        final Ranking nothing = new Ranking("p99", "us", "lock", true, List.of(new Rank("a", 0, Double.NaN)));
        assertThat(parse(SvgPlot.draw(List.of(nothing))).getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @Test
    void timelineEndsWhereItsCurvesEnd() throws Exception {
        final String svg = SvgPlot.draw(List.of(new Timeline("Memory", "minutes", "GiB",
            Map.of("rows", List.of(new Spot(0, 0), new Spot(5.5, 1), new Spot(11, 2))))));
        assertThat(parse(svg).getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg).contains(">Memory<", ">minutes<", ">GiB<", ">rows<", ">10<", "d=\"M66 272L182 153L298 34\"")
            .doesNotContain(">15<");
        assertThat(parse(SvgPlot.draw(List.of(new Timeline("Nothing", "s", "GiB", Map.of("rows", List.of())))))
            .getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @Test
    void samePanelGivesTheSameFile() {
        assertThat(SvgPlot.draw(List.of(LINES))).isEqualTo(SvgPlot.draw(List.of(LINES)));
    }
}
