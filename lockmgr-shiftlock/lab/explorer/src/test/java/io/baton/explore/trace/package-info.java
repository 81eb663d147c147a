/**
 * Traces of simulated runs of the product's locks, which TLC compares with the models under {@code
 * lockmgr-shiftlock/locks/spec}.
 */
@NullMarked
package io.baton.explore.trace;

import org.jspecify.annotations.NullMarked;
