/**
 * All interleavings of a small scenario: the lock code that runs on real machines, run again and again with every
 * order of its steps.
 *
 * <h2>How the parts fit</h2>
 * A {@link io.baton.explore.Scenario} says what is explored, and a {@link io.baton.explore.Play}, one
 * execution of it, judges, together with the {@link io.baton.explore.Board} on which it writes. {@link
 * io.baton.explore.Explorer} goes depth first through all that may happen, and turns back where it meets a state
 * that it knows. {@code World} is a state that can be copied: memory, mailboxes, and before which step each thread
 * stands ({@code ThreadState}, {@code Stop}). {@code Moves} says what may happen next. {@link
 * io.baton.explore.Stage} executes the code, one thread at a time, and {@code Rehearsal} does so along a schedule;
 * {@code StepTable} remembers what a step does. {@link io.baton.explore.StateGraph} has the states and ways, by
 * which it finds a short way to a mistake, and states from which no good end can be reached: there somebody waits for
 * ever.
 *
 * <h2>Steps known by heart</h2>
 * Blocking code cannot be put back, so that to execute a step means to execute everything before it. But processes
 * share no objects: how a thread goes on depends on what its process remembers, where its threads stand, and what it
 * learns from the world within the step, each of which is a {@code Contact}. So a step is executed once, its contacts
 * are noted with their answers, and from then on it is taken by repeating them on a world. Whenever an answer is new,
 * the code is executed along the whole schedule, and the state must be the same as the one that was come by; what
 * hashes leave out is found so.
 *
 * <h2>What is a step</h2>
 * A verb, a SEND, the end of a wait. A SEND has arrived when it returns. A notice by which a client only wakes
 * another takes no step of its own, nor does what a helper of a client process sends to others: it says what the
 * helper has just found out, and the receiver may look at it as late as it likes. Threads of one process share what
 * production code shares, and stop only at these steps.
 *
 * <h2>What is a state</h2>
 * Memory, mailboxes, the gate; for each thread what it is about to do, where in the code it stands, and what it has
 * seen since it last waited (for its local variables), what its process remembered at each stop included; and what
 * the play tells of the objects of the code under test. Hashed to 64 bits.
 *
 * <h2>Time</h2>
 * There is none that all share: each thread has a clock, which stands still until a timeout of its passes. A timeout
 * may pass whenever nobody can do anything else; and {@link io.baton.explore.Bounds#earlyTimeouts} times in an
 * execution at any other point, as if all others were slow. Timeouts that only repeat the one before pass together
 * ({@link io.baton.explore.Play#repeats}). Signs of life are always in time, but the lock server's patience with
 * a process that has crashed, or of which something is late, may end at any moment. So no relation of clocks is
 * assumed, except that whoever lives and is not late is not taken for dead.
 *
 * <h2>Faults</h2>
 * A process may crash at any step; what its threads have just posted may still arrive at any later time, or never. A
 * verb that changes memory may be late: before its effect or after it; its thread waits, or gives it up and loses
 * its connection, while the verb still arrives.
 */
@NullMarked
package io.baton.explore;

import org.jspecify.annotations.NullMarked;
