package io.baton.sim.model;

/** The other clients that a client has an address ready for: those that it has sent to last. */
public final class Peers {

    /** The latest first. */
    private final long[] routes;
    private int count;

    public Peers(int most) {
        routes = new long[most];
    }

    /** Notes that something is sent to a client, and tells whether its address was ready. */
    public boolean use(long route) {
        int place = 0;
        while (place < count && routes[place] != route) {
            place++;
        }
        final boolean ready = place < count;
        if (!ready) {
            count = Math.min(count + 1, routes.length);
            place = count - 1;
        }
        System.arraycopy(routes, 0, routes, 1, place);
        routes[0] = route;
        return ready;
    }
}
