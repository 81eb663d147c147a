/**
 * The threads of an engine: their purposes ({@link io.baton.engine.thread.EngineThread}), and which threads are within
 * one of its procedures ({@link io.baton.engine.thread.RunningThreads}). Nothing here knows the rest of the engine.
 */
@NullMarked
package io.baton.engine.thread;

import org.jspecify.annotations.NullMarked;
