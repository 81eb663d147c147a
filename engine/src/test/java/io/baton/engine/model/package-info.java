/**
 * Random transactions of all kinds, compared with a model. A {@code RandomProgram} is determined by its seed and by
 * what it reads; it runs on {@code Cells}, which are a transaction of the engine or the model. Each takes a number
 * while it holds all its locks, bulk inserts and readers of whole tables too ({@code Recorded}); in the order of these
 * numbers a {@code RandomModelRun} runs all of them once more on the model.
 */
@NullMarked
package io.baton.engine.model;

import org.jspecify.annotations.NullMarked;
