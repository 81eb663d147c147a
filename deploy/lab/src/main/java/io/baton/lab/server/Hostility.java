package io.baton.lab.server;

/** What becomes of well-behaved connections is measured beside clients like these. */
public enum Hostility {
    /** There are none. */
    NONE("none"),
    /** Make calls as fast as the server takes them, and read no answer. */
    UNREAD("reading nothing"),
    /** Send garbage until they are closed, connect again, and so on. */
    GARBAGE("sending garbage"),
    /** Processes that are killed (kill -9) while their calls are under way and a transaction holds locks. */
    KILLED("killed");

    private final String text;

    Hostility(String text) {
        this.text = text;
    }

    /** {@return what they do, for people} */
    public String text() {
        return text;
    }
}
