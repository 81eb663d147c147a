package io.baton.csv;

/**
 * What becomes of a CSV file that does not end with a line feed. Such a file may be cut off, and where the cut is in
 * its last value nothing shows it: {@code 12} may have been {@code 1250}.
 */
public enum CsvEnd {

    /** It is refused. Files that Baton writes end with a line feed. */
    LINE_FEED,
    /** Its last line counts, with its last value as it stands, if it has all columns and no quote is left open. */
    ANY,
    /** It counts up to its last whole line: what is behind that is left out. */
    CUT_OFF
}
