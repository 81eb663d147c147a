package io.baton.console;

import io.baton.server.LocalCalls;

/**
 * Who sends a request.
 *
 * @param user the name, empty at a server without users
 * @param token what requests of this visitor that do something must have
 * @param calls what the visitor may call
 */
record Visitor(String user, String token, LocalCalls calls) {
}
