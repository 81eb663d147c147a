package io.baton.engine;

/** What a throwable says of itself, even if its own methods throw. */
final class FailureText {

    private FailureText() {
    }

    static String of(Throwable thrown) {
        try {
            return String.valueOf(thrown);
        } catch (Throwable again) {
            return thrown.getClass().getName();
        }
    }
}
