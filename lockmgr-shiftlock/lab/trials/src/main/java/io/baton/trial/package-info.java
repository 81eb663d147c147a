/**
 * The locks under faults. {@code Campaign} is one run, decided by its seed: a simulated cluster of lock servers and
 * client processes. Each server has a table of its own, which a {@code JudgedTable} judges; where nothing is
 * recovered, one table spans all servers. {@code CampaignFaults} lets messages be late or lost and processes pause,
 * die and come back until a time, and from then on everything must heal. The workers ({@code Worker}) lock, show their
 * tokens to {@code TokenRegistry}, which stands for the data that the locks guard and judges what it sees, work, and
 * give back. In the end every living client has got what it wanted, and every lock is free.
 *
 * <p>What is judged: {@code lockmgr-shiftlock/locks/spec/1-guarantees.md}.
 */
@NullMarked
package io.baton.trial;

import org.jspecify.annotations.NullMarked;
