/** Tests of procedures that are parts of others, or read whole tables. */
@NullMarked
package io.baton.engine.parts;

import org.jspecify.annotations.NullMarked;
