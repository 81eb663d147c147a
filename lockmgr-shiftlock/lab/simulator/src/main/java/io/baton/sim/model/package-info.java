/**
 * The model of a simulated cluster, without threads: the cost of everything ({@link io.baton.sim.model.ClusterModel}),
 * the parts of its machines that only count and compare (adapters, clocks, address handles, cuts), faults of messages
 * ({@link io.baton.sim.model.MessageFaults}, {@link io.baton.sim.model.Fate}), and their witnesses
 * ({@link io.baton.sim.model.FaultWitness}, {@link io.baton.sim.model.VerbWitness}).
 */
@NullMarked
package io.baton.sim.model;

import org.jspecify.annotations.NullMarked;
