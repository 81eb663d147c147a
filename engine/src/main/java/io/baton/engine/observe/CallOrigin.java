package io.baton.engine.observe;

import org.jspecify.annotations.Nullable;

/**
 * Where a call comes from, for those who look at what is under way. The engine checks nothing of it.
 *
 * @param user on whose behalf it is made, or null without a login
 * @param address of its connection, or what stands for one
 * @param client what the program that calls calls itself; empty if it has not said
 */
public record CallOrigin(@Nullable String user, String address, String client) {

    /** {@return who and where, on one line: what a client calls itself cannot begin another} */
    public String text() {
        return PrintableText
            .of((user == null ? "" : user + " at ") + address + (client.isEmpty() ? "" : " (" + client + ")"));
    }
}
