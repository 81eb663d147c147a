/**
 * Mistakes that are planted in an engine, from within its own package: each is found by what clients see
 * ({@code BlackBoxTest}), or by its history and the judge ({@code PlantedMistakesTest}).
 */
@NullMarked
package io.baton.engine;

import org.jspecify.annotations.NullMarked;
