/**
 * A frame whose package is named {@code junit}. Chronicle's core looks for one on the stacks of all threads when it is
 * initialized. If it finds one it neither writes a line into the program's log nor loads native libraries, as Baton
 * wants it; there is no setting for that.
 */
@NullMarked
package io.baton.storage.memory.junit;

import org.jspecify.annotations.NullMarked;
