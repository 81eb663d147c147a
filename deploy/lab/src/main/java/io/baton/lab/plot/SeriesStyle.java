package io.baton.lab.plot;

/**
 * How a series is drawn: each lock of the papers has one colour and one mark in every plot. The colours differ in
 * lightness as well as in hue (after Okabe and Ito), and no two of a plot share a mark, so that they can be told apart
 * without seeing colours.
 *
 * @param colour as in SVG
 * @param mark the shape of its points
 * @param dashes of its lines, as in SVG; empty for a solid line
 */
record SeriesStyle(String colour, Mark mark, String dashes) {

    /** The locks of the papers, and Baton. */
    private enum Lock {
        BATON("Baton", "#d55e00", Mark.CIRCLE),
        SHIFTLOCK("ShiftLock", "#0072b2", Mark.SQUARE),
        ARTIFACT("ShiftLock-artifact", "#56b4e9", Mark.TRIANGLE),
        DSLR("DSLR", "#009e73", Mark.DIAMOND),
        RMA_RW("RMA-RW", "#e69f00", Mark.WEDGE),
        MCS("MCS", "#cc79a7", Mark.CROSS),
        CAS_B("CAS-B", "#8c8c8c", Mark.PLUS),
        CAS_NB("CAS-NB", "#4d4d4d", Mark.PLUS),
        DRTM("DrTM", "#7f3b08", Mark.STAR),
        RPC("RPC", "#000000", Mark.CIRCLE),
        TRADITIONAL("Traditional", "#542788", Mark.WEDGE),
        TRADITIONAL_RO("Traditional_RO", "#998ec3", Mark.CROSS),
        RETRY_ON_FAIL("Retry-on-Fail", "#b8a500", Mark.PLUS),
        N_COSED("N-CoSED", "#01665e", Mark.SQUARE),
        QPLOCK("QPLock", "#80003f", Mark.TRIANGLE);

        private final String label;
        private final String colour;
        private final Mark mark;

        Lock(String label, String colour, Mark mark) {
            this.label = label;
            this.colour = colour;
            this.mark = mark;
        }
    }

    /** The shape of a point. */
    enum Mark { CIRCLE, SQUARE, TRIANGLE, DIAMOND, WEDGE, CROSS, PLUS, STAR }

    private static final String[] OTHER_COLOURS = {
        "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c8c8c"};
    private static final String[] VARIANT_DASHES = {"6 3", "2 3", "8 3 2 3"};

    /**
     * The style of a series.
     *
     * @param name a lock's name, alone or before a comma or a space (a variant of the lock, whose line is dashed), or
     *     anything else
     * @param index which of the panel's series it is, from 0; tells apart what is no lock, and variants of a lock
     */
    static SeriesStyle of(String name, int index) {
        for (final Lock lock : Lock.values()) {
            if (name.equals(lock.label)) {
                return new SeriesStyle(lock.colour, lock.mark, "");
            }
        }
        final Mark mark = Mark.values()[index % Mark.values().length];
        for (final Lock lock : Lock.values()) {
            if (name.startsWith(lock.label + ",") || name.startsWith(lock.label + " ")) {
                return new SeriesStyle(lock.colour, mark, VARIANT_DASHES[index % VARIANT_DASHES.length]);
            }
        }
        return new SeriesStyle(OTHER_COLOURS[index % OTHER_COLOURS.length], mark, "");
    }
}
