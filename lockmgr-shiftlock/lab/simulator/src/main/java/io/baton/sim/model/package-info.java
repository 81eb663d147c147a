/**
 * What a simulated cluster is like, without threads: what everything costs ({@link
 * io.baton.sim.model.ClusterModel}), the parts of its machines that only count and compare (adapters, clocks, address
 * handles, cuts), what can happen to a message ({@link io.baton.sim.model.MessageFaults}, {@link
 * io.baton.sim.model.Fate}), and who is told ({@link io.baton.sim.model.FaultWitness}, {@link
 * io.baton.sim.model.VerbWitness}).
 */
@NullMarked
package io.baton.sim.model;

import org.jspecify.annotations.NullMarked;
