package io.baton.sim.model;

/** What can go wrong in a simulated cluster, in the classes in which faults are counted. */
public enum FaultKind {
    /** A verb's request is late, so that the verb takes effect late. */
    REQUEST_DELAYED,
    /** A verb's answer is late, after the verb has taken effect. */
    ANSWER_DELAYED,
    /** A verb's request never arrives: the verb has no effect, and its client loses the connection. */
    REQUEST_LOST,
    /** A verb has taken effect, but its answer never arrives: its client loses the connection and cannot tell. */
    COMPLETION_LOST,
    /** A notice is late. */
    NOTICE_DELAYED,
    /** A notice never arrives, and its sender cannot tell. */
    NOTICE_LOST,
    /** A notice arrives, but its acknowledgement does not: its sender cannot tell. */
    NOTICE_ACK_LOST,
    /** A notice arrives twice, the second time later. */
    NOTICE_DUPLICATED,
    /** A late notice arrives in a mailbox after another that was sent later. */
    NOTICE_REORDERED,
    /** A partition holds up or swallows a verb's request or a notice on its way to the lock server's node. */
    PARTITION_TO_SERVER,
    /** A partition holds up or swallows an answer or a notice on its way from the lock server's node. */
    PARTITION_FROM_SERVER,
    /** A partition holds up or swallows a notice, or its acknowledgement, between two client nodes. */
    PARTITION_BETWEEN,
    /** A client node dies with all its threads. */
    CRASH,
    /** All threads of a node stand still for a while, and then go on as if nothing had been. */
    PAUSE,
    /** The lock server dies: its memory is lost, and clients that need it wait in vain. */
    SERVER_CRASH,
    /** A node's clock begins to run too fast or too slow. */
    CLOCK_DRIFT,
    /** A node's clock jumps forward. */
    CLOCK_JUMP,
    /** A notice finds no place in its receiver's mailbox. */
    MAILBOX_FULL,
    /** A new client gets the route of one that died with its node. */
    ROUTE_REUSED
}
