package io.baton.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.lab.plot.Panel.Bars;
import io.baton.lab.plot.Panel.Lines;
import io.baton.lab.plot.Panel.Spot;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** Plots are well-formed SVG, whatever is missing in what they show. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SvgPlotTest {

    private static final Bars BARS = new Bars("Goodput & more <1>", "million/s", false, List.of("WI", "RI"),
        Map.of("ShiftLock", List.of(1.0, 2.0), "MCS", List.of(0.5, Double.NaN)));
    private static final Lines LINES = new Lines("Clients", "clients", "p99", true, true,
        Map.of("ShiftLock", List.of(new Spot(5, 2), new Spot(240, 90)), "DrTM", List.of(new Spot(5, Double.NaN))));

    private static Document parse(String svg) throws Exception {
        final DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    @Test
    void panelsAreWellFormed() throws Exception {
        final Document svg = parse(SvgPlot.draw(List.of(BARS, LINES, BARS)));
        assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
        assertThat(svg.getDocumentElement().getAttribute("viewBox")).isEqualTo("0 0 1440 880");
        assertThat(svg.getElementsByTagName("path").getLength()).as("paths").isGreaterThan(20);
    }

    @Test
    void logarithmicBarsMayBeZero() throws Exception {
        final Bars bars = new Bars("p99", "us", true, List.of("a", "b"), Map.of("x", List.of(0.0, 1_000.0)));
        assertThat(parse(SvgPlot.draw(List.of(bars))).getDocumentElement().getTagName()).isEqualTo("svg");
    }

    @Test
    void samePanelGivesTheSameFile() {
        assertThat(SvgPlot.draw(List.of(LINES))).isEqualTo(SvgPlot.draw(List.of(LINES)));
    }
}
