/**
 * Mutants: compiled classes that are changed while they are loaded, so that a test can show that it would find a
 * mistake. The code that is changed knows nothing of it.
 *
 * <p>A {@link io.baton.explore.mutant.Mutation} changes one method: {@code in("Lock.release").skips("Bell.ring")}. A
 * {@link io.baton.explore.mutant.MutationSubject} names the classes that may be changed, and gives some of them
 * interfaces through which hooks see them. {@link io.baton.explore.mutant.MutantLoader} loads all of Baton a second
 * time, with mutations, and lets code run there. Hooks are not public: the loader opens them. A mutation that does not
 * fit exactly as often as it says is an error, so that a change of the product cannot disarm it.
 *
 * <p>Why: {@code docs/decisions/0023-planted-bugs-as-mutations.md}.
 */
@NullMarked
package io.baton.explore.mutant;

import org.jspecify.annotations.NullMarked;
