/** Tests of the wire: bytes, lanes that end, processes that die. */
@NullMarked
package io.baton.wire;

import org.jspecify.annotations.NullMarked;
