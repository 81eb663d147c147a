package io.baton.client;

/**
 * With whom a client shares its connection.
 *
 * @param key equal for all of them
 * @param clientsMax so many share one
 */
record Sharing(SharedSockets sockets, Object key, int clientsMax) {
}
