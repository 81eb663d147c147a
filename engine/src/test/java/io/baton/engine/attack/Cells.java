package io.baton.engine.attack;

/**
 * What a random program can do to the model's tables. There are two of them, the engine's transaction and the model;
 * a program that is run on both must get the same answers.
 */
interface Cells {

    /** The answer where there is no row, or one too many. */
    long NONE = 0;

    /** Reads a row; the way of reading makes no difference to the answer. Returns its digest or NONE. */
    long find(ModelTable table, int key, Reading how);

    /** Changes the columns of a row that are not negative. Returns the digest before, or NONE. */
    long update(ModelTable table, int key, int a, int b, int text, long value);

    /** Adds a row. Returns 1, or NONE if it is there. */
    long insert(ModelTable table, int key, int a, int b, int text, long value);

    /** Removes a row. Returns 1, or NONE if it is not there. */
    long delete(ModelTable table, int key);

    /** Scans an index; returns a digest of the rows in their order. */
    long scan(ModelTable table, int index, ScanOrder order);

    /** How a row is read. */
    enum Reading {
        READ, FIND, EXISTS, FIND_FOR_UPDATE
    }

    /**
     * What a scan is to do.
     *
     * @param first the value of the index's first column
     * @param second the value of its second column, where both are bound
     * @param low the smallest value of the column behind the bound ones, or -1 for no range
     * @param high the largest
     * @param descending whether the largest comes first
     * @param limit how many rows at most
     * @param forUpdate whether rows are locked for change
     * @param addition added to the value of each row, if not 0
     */
    record ScanOrder(int first, int second, int low, int high, boolean descending, int limit, boolean forUpdate,
            long addition) {
    }
}
