/** Programs that print the figures of docs/performance.md and of decisions; slow, and run by name. */
@NullMarked
package io.baton.engine.benchmark;

import org.jspecify.annotations.NullMarked;
