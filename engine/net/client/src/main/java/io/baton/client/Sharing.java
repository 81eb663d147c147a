package io.baton.client;

/**
 * With whom a client shares its connection.
 *
 * @param key equal for all of them
 * @param clientsMax so many share one
 */
record Sharing(SharedSockets sockets, Object key, int clientsMax) {

    /**
     * What clients of one connection have in common: each counts on its part of it.
     *
     * @param key as the caller gives it
     * @param clientsMax so many share one
     */
    private record Place(Object key, int clientsMax) {
    }

    /** Takes a place at a socket. */
    SharedSockets.Share take(ClientOptions options) {
        return sockets.take(options, new Place(key, clientsMax), clientsMax);
    }
}
