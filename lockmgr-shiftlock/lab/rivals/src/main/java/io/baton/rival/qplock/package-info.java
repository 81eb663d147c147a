/**
 * {@link io.baton.rival.qplock.QpLockTable}: qplock, which lets local clients take local steps and only the first of
 * each side compete for the lock.
 */
@NullMarked
package io.baton.rival.qplock;

import org.jspecify.annotations.NullMarked;
