/**
 * Scenarios: a {@link io.baton.explore.scenario.Scenario} makes a {@link io.baton.explore.scenario.SystemUnderTest} for
 * each execution, which gets its fabrics and threads from an {@link io.baton.explore.scenario.Environment}. An
 * {@link io.baton.explore.scenario.JudgedState} is a part of the state, and judges it.
 * {@link io.baton.explore.scenario.Grain} defines a step.
 */
@NullMarked
package io.baton.explore.scenario;

import org.jspecify.annotations.NullMarked;
