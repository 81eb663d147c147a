/**
 * Shared by tests of several modules: {@link io.baton.testing.Crew} runs a task on many threads at once,
 * {@link io.baton.testing.Seeds} gives a random test its seed and names the seed when the test fails,
 * {@link io.baton.testing.Certificates} makes PEM files.
 *
 * <p>An ordinary jar, used with the scope {@code test}. It depends on no module of Baton, so that the tests of every
 * module can use it. The common part of workloads' tests needs the engine and is a jar of its own,
 * {@code io.baton.testing.workload}.
 */
@NullMarked
package io.baton.testing;

import org.jspecify.annotations.NullMarked;
