/**
 * {@link io.baton.rival.drtm.DrTmTable}: DrTM's locks, with leases for readers, one word each.
 */
@NullMarked
package io.baton.rival.drtm;

import org.jspecify.annotations.NullMarked;
