/**
 * A cluster in one thread: a lock server's memory, its network adapter, client nodes and their clients, all in
 * virtual time, driven by one seed.
 *
 * <p>{@link io.baton.sim.Cluster} gives out fabrics ({@link io.baton.sim.Cluster#fabric}) that production code cannot
 * tell from real ones, and runs clients on virtual threads of which exactly one is runnable at a time. What a verb
 * costs is {@link io.baton.sim.ClusterModel}'s to say.
 */
@NullMarked
package io.baton.sim;

import org.jspecify.annotations.NullMarked;
