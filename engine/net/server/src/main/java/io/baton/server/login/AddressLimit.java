package io.baton.server.login;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts what is under way, in all and from one address, so that who has one address takes no more than a part. Of IPv6
 * an address is its network. One thread.
 */
public final class AddressLimit {

    private final int allMost;
    private final int ofAddressMost;
    private final Map<String, Integer> byOwner = new HashMap<>();
    private int all;

    /**
     * Counts from nothing.
     *
     * @param allMost how many there may be, 1 or more
     * @param ofAddressMost how many of them from one address, 1 or more
     */
    public AddressLimit(int allMost, int ofAddressMost) {
        this.allMost = allMost;
        this.ofAddressMost = ofAddressMost;
    }

    /**
     * Takes a place.
     *
     * @param from where it comes from
     * @return whether there is one; {@link #leave} gives it back
     */
    public boolean enter(InetAddress from) {
        final String owner = FailedLogins.owner(from);
        final int own = byOwner.getOrDefault(owner, 0);
        if (all >= allMost || own >= ofAddressMost) {
            return false;
        }
        all++;
        byOwner.put(owner, own + 1);
        return true;
    }

    /**
     * Gives a place back.
     *
     * @param from where what had it came from
     */
    public void leave(InetAddress from) {
        all--;
        byOwner.computeIfPresent(FailedLogins.owner(from), (owner, own) -> own == 1 ? null : own - 1);
    }
}
