package io.baton.fabric.inprocess;

/**
 * How long a waiter stays on its core before it parks. A spinning waiter is worth its core only if no other thread
 * needs it, so that it spins as long as few wait; in a crowd it spins for about as long as a handover takes, since all
 * who meet on one lock look like a crowd for that moment, yields a few times and parks.
 *
 * @param spins how often it looks again at once, 0 or more
 * @param yields how often it then looks again after giving others a chance, 0 or more
 * @param waitersMax how many clients of the fabric may wait at once for this to hold, 0 or more; a crowd is more
 * @param clientsMax the number of connected clients up to which waiters spin at all, 0 or more
 */
public record WaitPolicy(int spins, int yields, int waitersMax, int clientsMax) {

    private static final int SPINS = 2_000;
    /** Some microseconds. With 1, two clients that hand one lock over on two cores park: 3.8 times the time. */
    private static final int SPINS_IN_A_CROWD = 200;
    private static final int YIELDS = 20;
    private static final int YIELDS_OF_MANY = 5;

    /**
     * Makes a policy.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public WaitPolicy {
        if (spins < 0 || yields < 0 || waitersMax < 0 || clientsMax < 0) {
            throw new IllegalArgumentException("spins " + spins + ", yields " + yields + ", waiters " + waitersMax
                + " and clients " + clientsMax + " must not be negative");
        }
    }

    /**
     * Makes a policy that is the same however many are connected.
     *
     * @param spins as above
     * @param yields as above
     * @param waitersMax as above
     */
    public WaitPolicy(int spins, int yields, int waitersMax) {
        this(spins, yields, waitersMax, Integer.MAX_VALUE);
    }

    /**
     * Makes a policy that is the same however many wait.
     *
     * @param spins as above
     * @param yields as above
     */
    public WaitPolicy(int spins, int yields) {
        this(spins, yields, Integer.MAX_VALUE);
    }

    /**
     * Spins while all others can have a core: of as many clients as there are cores one is at work, so that the others
     * may spin.
     *
     * @param processors how many cores there are, 1 or more
     * @return the policy
     */
    public static WaitPolicy adaptive(int processors) {
        return new WaitPolicy(SPINS, YIELDS, processors - 1);
    }

    /**
     * The same with a hint. Those who will be more than there are cores do not spin, which spares them the looks at how
     * many of them wait; but as long as no more are connected than there are cores, they wait as if there was no hint.
     *
     * @param clients how many clients will be at work at once
     * @param processors how many cores there are, 1 or more
     * @return the policy
     */
    public static WaitPolicy forClients(int clients, int processors) {
        return clients <= processors ? adaptive(processors)
            : new WaitPolicy(SPINS, YIELDS, processors - 1, processors);
    }

    /** How often to look again at once, with so many that wait and are connected. */
    int spins(int waiting, int clients) {
        return clients > clientsMax ? 0 : waiting > waitersMax ? Math.min(spins, SPINS_IN_A_CROWD) : spins;
    }

    /** How often to look again after yielding: a crowd has no time for many. */
    int yields(int waiting, int clients) {
        return clients > clientsMax || waiting > waitersMax ? Math.min(yields, YIELDS_OF_MANY) : yields;
    }
}
