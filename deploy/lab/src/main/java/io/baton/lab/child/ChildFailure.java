package io.baton.lab.child;

/** A child did what no kill explains: it failed, did not do what it was told, or stood still. */
public final class ChildFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Tells of it.
     *
     * @param message what the child did, with the end of its standard error
     */
    public ChildFailure(String message) {
        super(message);
    }
}
