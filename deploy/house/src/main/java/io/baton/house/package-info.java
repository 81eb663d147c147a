/**
 * The house rules, checked on every build: walls between the modules, seams to the outside world, and tidiness of the
 * files. The rules are those of {@code docs/architecture.md}; each message says where it is broken and what to do.
 *
 * <p>A check is a small class that takes text or classes and returns {@link io.baton.house.Violation}s.
 * {@link io.baton.house.Tidy} runs the checks of text, from its source, before anything is compiled. The tests
 * {@code WallsTest} and {@code SeamsTest} run those of classes; the tests named {@code ...CheckTest} run all of them on
 * small samples and prove that each one can fail.
 */
@NullMarked
package io.baton.house;

import org.jspecify.annotations.NullMarked;
