package io.baton.trial.dslr;

/** A promise was broken. */
final class DslrBroken extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final DslrVerdict verdict;

    DslrBroken(DslrVerdict verdict, String message) {
        super(message);
        this.verdict = verdict;
    }

    DslrVerdict verdict() {
        return verdict;
    }
}
