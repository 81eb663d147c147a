package io.baton.rival.drtm;

import io.baton.rival.RivalHold;

/** What a client of a {@link DrTmTable} remembers of a lock. */
final class DrTmHold extends RivalHold {

    /** The word whose lease a reader holds. */
    long lease;
}
