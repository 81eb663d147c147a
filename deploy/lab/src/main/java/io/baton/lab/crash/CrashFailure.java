package io.baton.lab.crash;

/** A child did what no kill explains: it failed, did not open the store, or stood still. */
final class CrashFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    CrashFailure(String message) {
        super(message);
    }
}
