/**
 * The locks that a server's processor keeps: {@link io.baton.rival.served.RpcTable} by remote calls, and {@link
 * io.baton.rival.served.TraditionalTable}, a lock manager with queues.
 */
@NullMarked
package io.baton.rival.served;

import org.jspecify.annotations.NullMarked;
