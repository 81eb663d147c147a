package io.baton.engine.transaction;

/** What a throwable says of itself, even if its own methods throw. */
public final class FailureText {

    private FailureText() {
    }

    public static String of(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable again) {
            return thrown.getClass().getName();
        }
    }
}
