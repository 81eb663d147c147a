/**
 * The catalogue of mistakes in ShiftLock and its recovery that tests must find:
 * {@link io.baton.explore.bug.PlantedBug}, each with the {@link io.baton.explore.mutant.Mutation}s that plant it.
 * {@code LockCode} names the classes of the product; nothing else here depends on where they are. Bugs that need more
 * than simple mutations use a hook ({@code AcquireHooks}, {@code TurnHooks}, {@code RecoveryHooks}), which sees the
 * product through {@code LockViews}.
 */
@NullMarked
package io.baton.explore.bug;

import org.jspecify.annotations.NullMarked;
