/**
 * {@link io.baton.rival.dslr.DslrTable}: DSLR (SIGMOD '18), a bakery of tickets in one word, with its own recovery.
 */
@NullMarked
package io.baton.rival.dslr;

import org.jspecify.annotations.NullMarked;
