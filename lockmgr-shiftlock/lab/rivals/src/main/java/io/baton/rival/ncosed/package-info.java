/**
 * {@link io.baton.rival.ncosed.NCosedTable}: N-CoSED, a distributed queue whose waiters tell each other, as the DSLR
 * paper measures it.
 */
@NullMarked
package io.baton.rival.ncosed;

import org.jspecify.annotations.NullMarked;
