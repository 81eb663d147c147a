package io.baton.engine.model;

import java.util.List;

/**
 * What a random program can do to the model's tables. There are two of them, the engine's transaction and the model;
 * a program that is run on both must get the same answers. Values of columns are given by their numbers, see
 * {@link ModelColumn}.
 */
interface Cells {

    /** The answer where there is no row, or one too many. */
    long NONE = 0;
    /** In place of a number: the column stays as it is. */
    int SAME = -1;

    /** Reads a row; the way of reading makes no difference to the answer. Returns its digest or NONE. */
    long find(ModelTable table, int key, Reading how);

    /** Reads several rows at once, some perhaps twice; returns a digest of their digests. */
    long readAll(ModelTable table, int[] keys);

    /** Changes the columns of a row that are not SAME. Returns the digest before, or NONE. */
    long update(ModelTable table, int key, int a, int b, int s, long value);

    /** Adds a row. Returns 1, or NONE if it is there. */
    long insert(ModelTable table, int key, int a, int b, int s, long value);

    /** Removes a row. Returns 1, or NONE if it is not there. */
    long delete(ModelTable table, int key);

    /** Scans an index; returns a digest of the rows in their order. */
    long scan(ModelTable table, ModelTable.Index index, ScanOrder order);

    /** How a row is read. */
    enum Reading {
        READ, FIND, EXISTS, FIND_FOR_UPDATE
    }

    /** How a range is told to the engine. */
    enum Form {
        NO_RANGE, BETWEEN, AT_LEAST_AND_MOST, GREATER_AND_LESS, AT_LEAST, GREATER, AT_MOST, LESS, NOT_NULL, STARTS_WITH
    }

    /** What is done to the rows that a scan returns. */
    enum Act {
        READ, ADD, DELETE
    }

    /**
     * What a scan is to do.
     *
     * @param bound the values of the index's first columns
     * @param form how the column behind them is bounded
     * @param x the lower bound as the form has it, or what rows are to start like
     * @param y the upper bound as the form has it
     * @param low the smallest number that is in the range
     * @param high the largest
     * @param descending whether the largest comes first
     * @param limit how many rows at most
     * @param forUpdate whether rows are locked for change
     * @param act what is done to each row
     */
    record ScanOrder(List<Integer> bound, Form form, int x, int y, int low, int high, boolean descending, int limit,
            boolean forUpdate, Act act) {
    }
}
