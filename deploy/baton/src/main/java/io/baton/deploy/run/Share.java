package io.baton.deploy.run;

/**
 * A client's share of what is to be measured. In a run that ends after a number of transactions, clients take them from
 * the {@link Window} in portions, so that they do not meet there for each. One thread.
 */
final class Share {

    /** Few enough that no client is long at work alone in the end. */
    private static final int PORTION = 64;

    private final Window window;
    private int left;
    private boolean claimed;

    Share(Window window) {
        this.window = window;
    }

    /** Tells whether the client makes another transaction, and decides whether that one counts. */
    boolean next(long nowNanos) {
        if (!window.open(nowNanos)) {
            return false;
        }
        claimed = window.counted && !window.warmsUp(nowNanos);
        if (!claimed) {
            return true;
        }
        if (left == 0) {
            left = window.claim(PORTION);
        }
        return left-- > 0;
    }

    /** Tells whether the transaction that has just ended counts. */
    boolean counts(long nowNanos) {
        return window.counted ? claimed : window.measures(nowNanos);
    }
}
