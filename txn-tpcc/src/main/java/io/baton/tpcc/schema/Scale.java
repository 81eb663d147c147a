package io.baton.tpcc.schema;

/** Numbers of rows (clause 1.2.1) and other numbers that several classes must agree on. */
public final class Scale {

    public static final int DISTRICTS = 10;
    public static final int CUSTOMERS = 3_000;
    public static final int ITEMS = 100_000;
    /** Orders a district has at first; as many as customers. */
    public static final int ORDERS = 3_000;
    /** The first order of a district that is not delivered at first. */
    public static final int FIRST_UNDELIVERED = 2_101;
    public static final int NEW_ORDERS = ORDERS - FIRST_UNDELIVERED + 1;
    public static final int LINES_MIN = 5;
    public static final int LINES_MAX = 15;
    /** Rows of a warehouse, order lines being so many on average. */
    public static final long ROWS_PER_WAREHOUSE =
        1 + ITEMS + DISTRICTS * (1L + 2 * CUSTOMERS + ORDERS + NEW_ORDERS + ORDERS * (LINES_MIN + LINES_MAX) / 2);

    private Scale() {
    }
}
