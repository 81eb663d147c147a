package io.baton.lab.plot;

import java.util.List;
import java.util.Locale;

/**
 * Writes the elements of an SVG file: text stays text, and coordinates have one decimal, so that the same drawing
 * always gives the same file. Not thread-safe.
 */
final class Svg {

    /** Where a text lies beside its point, as SVG calls it. */
    enum Anchor { START, MIDDLE, END }

    static final String INK = "#222222";
    static final String GRID = "#dddddd";
    private static final double MARK_RADIUS = 4;
    private static final double STROKE = 1.5;

    private final StringBuilder body = new StringBuilder();

    /** The file: a white page of this size with everything that was drawn. */
    String file(int width, int height) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height + "\" width=\"" + width
            + "\" height=\"" + height + "\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\""
            + INK + "\">\n<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"#ffffff\"/>\n" + body
            + "</svg>\n";
    }

    void beginGroup(double x, double y) {
        body.append("<g transform=\"translate(").append(number(x)).append(' ').append(number(y)).append(")\">\n");
    }

    void endGroup() {
        body.append("</g>\n");
    }

    void text(double x, double y, Anchor anchor, String text) {
        text(x, y, anchor, "", text);
    }

    void title(double x, double y, String text) {
        text(x, y, Anchor.START, " font-size=\"14\" font-weight=\"bold\"", text);
    }

    /** Turned to read upwards. */
    void textUpwards(double x, double y, String text) {
        text(x, y, Anchor.MIDDLE,
            " transform=\"rotate(-90 " + number(x) + " " + number(y) + ")\"", text);
    }

    private void text(double x, double y, Anchor anchor, String more, String text) {
        body.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y)).append('"')
            .append(anchor == Anchor.START ? "" : " text-anchor=\"" + anchor.name().toLowerCase(Locale.ROOT) + "\"")
            .append(more).append('>').append(escaped(text)).append("</text>\n");
    }

    void line(double x1, double y1, double x2, double y2, String colour) {
        body.append("<path d=\"M").append(pair(x1, y1)).append('L').append(pair(x2, y2)).append("\" stroke=\"")
            .append(colour).append("\"/>\n");
    }

    void bar(double x, double y, double width, double height, String colour) {
        body.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y)).append("\" width=\"")
            .append(number(width)).append("\" height=\"").append(number(height)).append("\" fill=\"").append(colour)
            .append("\"/>\n");
    }

    /** A line through points, each an x and a y. */
    void curve(List<double[]> points, SeriesStyle style) {
        if (points.size() < 2) {
            return;
        }
        final StringBuilder path = new StringBuilder();
        for (final double[] point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(pair(point[0], point[1]));
        }
        body.append("<path d=\"").append(path).append("\" fill=\"none\" stroke=\"").append(style.colour())
            .append("\" stroke-width=\"2\"")
            .append(style.dashes().isEmpty() ? "" : " stroke-dasharray=\"" + style.dashes() + "\"").append("/>\n");
    }

    /** A measured point, filled. */
    void mark(double x, double y, SeriesStyle style) {
        shape(x, y, MARK_RADIUS, style, style.colour(), style.colour());
    }

    /** A point of the paper: a larger ring, in which a measured point can still be seen. */
    void hollow(double x, double y, SeriesStyle style) {
        shape(x, y, MARK_RADIUS * 1.8, style, "none", style.colour());
    }

    /** The paper's value on a bar: a hollow diamond in ink, which is seen on bars of every colour. */
    void hollow(double x, double y) {
        shape(x, y, MARK_RADIUS * 1.6, new SeriesStyle(INK, SeriesStyle.Mark.DIAMOND, ""), "#ffffff", INK);
    }

    private void shape(double x, double y, double radius, SeriesStyle style, String fill, String stroke) {
        body.append("<path d=\"").append(outline(x, y, radius, style.mark())).append("\" fill=\"").append(fill)
            .append("\" stroke=\"").append(stroke).append("\" stroke-width=\"").append(number(STROKE)).append("\"/>\n");
    }

    private static String outline(double x, double y, double r, SeriesStyle.Mark mark) {
        return switch (mark) {
            case CIRCLE -> "M" + pair(x - r, y) + "a" + pair(r, r) + " 0 1 0 " + pair(2 * r, 0)
                + "a" + pair(r, r) + " 0 1 0 " + pair(-2 * r, 0) + "z";
            case SQUARE -> polygon(x, y, r * 0.9, -1, -1, 1, -1, 1, 1, -1, 1);
            case TRIANGLE -> polygon(x, y, r * 1.1, 0, -1, 1, 0.8, -1, 0.8);
            case WEDGE -> polygon(x, y, r * 1.1, 0, 1, 1, -0.8, -1, -0.8);
            case DIAMOND -> polygon(x, y, r * 1.2, 0, -1, 1, 0, 0, 1, -1, 0);
            case CROSS -> polygon(x, y, r, -1, -0.5, -0.5, -1, 0, -0.5, 0.5, -1, 1, -0.5, 0.5, 0, 1, 0.5, 0.5, 1,
                0, 0.5, -0.5, 1, -1, 0.5, -0.5, 0);
            case PLUS -> polygon(x, y, r, -0.35, -1, 0.35, -1, 0.35, -0.35, 1, -0.35, 1, 0.35, 0.35, 0.35, 0.35, 1,
                -0.35, 1, -0.35, 0.35, -1, 0.35, -1, -0.35, -0.35, -0.35);
            case STAR -> polygon(x, y, r * 1.2, 0, -1, 0.3, -0.3, 1, -0.3, 0.45, 0.15, 0.65, 0.9, 0, 0.45, -0.65, 0.9,
                -0.45, 0.15, -1, -0.3, -0.3, -0.3);
        };
    }

    private static String polygon(double x, double y, double r, double... corners) {
        final StringBuilder path = new StringBuilder();
        for (int i = 0; i < corners.length; i += 2) {
            path.append(i == 0 ? 'M' : 'L').append(pair(x + r * corners[i], y + r * corners[i + 1]));
        }
        return path.append('z').toString();
    }

    private static String pair(double x, double y) {
        return number(x) + " " + number(y);
    }

    private static String number(double value) {
        final String text = String.format(Locale.ROOT, "%.1f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
