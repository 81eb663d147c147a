package io.baton.sim;

import io.baton.fabric.SendStatus;

/** Who has sent a notice, and may want to know what has become of it. */
interface NoticeSender {

    /** Which of its SENDs is on. */
    long attempt();

    /** Called when an acknowledgement arrives, which may be that of a SEND that was given up. */
    void acknowledged(long ofAttempt, SendStatus status, boolean withinNode);
}
