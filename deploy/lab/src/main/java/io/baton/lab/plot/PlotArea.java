package io.baton.lab.plot;

/**
 * The room of a panel and what all panels have: title, axes with labels, a grid, a legend at the right.
 *
 * @param svg where it is drawn
 * @param left where the drawing begins
 * @param right where it ends
 * @param top its upper edge
 * @param bottom its lower edge, which is the axis to the right
 */
record PlotArea(Svg svg, double left, double right, double top, double bottom) {

    /** A panel's size in pixels. */
    static final int WIDTH = 480;
    /** A panel's size in pixels. */
    static final int HEIGHT = 320;

    private static final double TITLE_Y = 20;
    private static final double TICK_GAP = 9;
    private static final double TEXT_DROP = 4;
    private static final double LEGEND_LINE = 17;
    private static final double MARK_ROOM = 10;

    /** Title, and the axis to the right with its grid. */
    void xAxis(String label, Axis axis) {
        for (final double tick : axis.ticks()) {
            final double x = axis.at(tick);
            svg.line(x, top, x, bottom, Svg.GRID);
            svg.text(x, bottom + 16, Svg.Anchor.MIDDLE, Axis.label(tick));
        }
        svg.line(left, bottom, right, bottom, Svg.INK);
        svg.text((left + right) / 2, bottom + 36, Svg.Anchor.MIDDLE, label);
    }

    void yAxis(String label, Axis axis) {
        for (final double tick : axis.ticks()) {
            final double y = axis.at(tick);
            svg.line(left, y, right, y, Svg.GRID);
            svg.text(left - TICK_GAP, y + TEXT_DROP, Svg.Anchor.END, Axis.label(tick));
        }
        svg.line(left, top, left, bottom, Svg.INK);
        yLabel(label);
    }

    void yLabel(String label) {
        svg.textUpwards(13, (top + bottom) / 2, label);
    }

    void title(String text) {
        svg.title(TEXT_DROP, TITLE_Y, text);
    }

    /** Where the mark of a legend's line lies. */
    double legendX() {
        return right + 2 * MARK_ROOM;
    }

    /** Where a legend's line lies. */
    double legendY(int line) {
        return top + MARK_ROOM + line * LEGEND_LINE;
    }

    void legendText(int line, String text) {
        svg.text(legendX() + MARK_ROOM, legendY(line) + TEXT_DROP, Svg.Anchor.START, text);
    }
}
