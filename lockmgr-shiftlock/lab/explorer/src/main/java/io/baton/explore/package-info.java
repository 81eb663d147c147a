/**
 * A model checker for the lock code that runs on real machines: it executes a small scenario again and again, with
 * every order of its steps.
 *
 * <h2>How the parts fit</h2>
 * {@link io.baton.explore.scenario} has the interfaces of a scenario's author and of an execution.
 * {@link io.baton.explore.ModelChecker} searches depth first through all transitions, and turns back at a state that it
 * has visited. {@code GlobalState} is a state that can be copied: memory, mailboxes, and before which step each thread
 * stands ({@code ThreadState}, {@code NextStep}). {@code Transitions} says which transitions are enabled.
 * {@code Execution} runs the code, one thread ({@code Actor}) at a time along a {@code Schedule}; {@code StepMemo}
 * memoizes the effects of steps. {@link io.baton.explore.graph} has the states and the transitions between them: it
 * finds a short path to a violation, and states from which no good end can be reached, where some thread waits for
 * ever. {@link io.baton.explore.ManualSchedule} lets a test or a script choose the transitions instead.
 *
 * <h2>Memoized steps</h2>
 * Blocking code cannot be put back, so that to execute a step means to execute everything before it. But processes
 * share no objects: how a thread goes on depends on what its process remembers, where its threads stand, and what it
 * learns from the state within the step, each of which is an {@code Interaction}. So a step is executed once, its
 * interactions are noted with their answers, and from then on it is taken by repeating them on a state. Whenever an
 * answer is new, the code is executed along the whole schedule, and must come to the same state; that finds state which
 * the hashes leave out.
 *
 * <h2>What is a step</h2>
 * A verb, a SEND, the end of a wait. What else depends on the {@link io.baton.explore.scenario.Grain}; the rest of
 * this page is about the coarse one. A SEND has arrived when it returns. A notice by which a client only wakes
 * another takes no step of its own, nor does what a helper of a client process sends to others: it says what the
 * helper has just found out, and the receiver may look at it as late as it likes. Threads of one process share what
 * production code shares, and stop only at these steps.
 *
 * <h2>What is a state</h2>
 * Memory, mailboxes, the gate; for each thread what it is about to do, where in the code it stands, and what it has
 * seen since it last waited (for its local variables), what its process remembered at each stop included; and what
 * the system under test tells of its objects. Hashed to 64 bits.
 *
 * <h2>Time</h2>
 * There is none that all share: each thread has a clock, which stands still until a timeout of its passes. A timeout
 * may pass whenever no thread can do anything else; and {@link io.baton.explore.Bounds#earlyTimeouts} times in an
 * execution at any other point, as if all others were slow. Timeouts that only repeat the one before pass together
 * ({@link io.baton.explore.scenario.SystemUnderTest#repeats}). Signs of life are always in time, but the lock
 * server's patience with a process that has crashed, or of which something is late, may end at any moment. So no
 * relation of clocks is assumed, except that a process that lives and is not late is not taken for dead.
 *
 * <h2>Faults</h2>
 * A process may crash at any step; what its threads have just posted may still arrive at any later time, or never. A
 * verb that changes memory may be late: before its effect or after it; its thread waits, or gives it up and loses
 * its connection, while the verb still arrives.
 */
@NullMarked
package io.baton.explore;

import org.jspecify.annotations.NullMarked;
