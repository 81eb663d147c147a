package io.baton.client;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds where hosts are. That may take long: it is never asked on an event loop. */
@FunctionalInterface
interface HostResolver {

    /**
     * Finds a host.
     *
     * @param host a name or an address
     * @return where it is
     * @throws UnknownHostException if nobody knows
     */
    InetAddress find(String host) throws UnknownHostException;
}
