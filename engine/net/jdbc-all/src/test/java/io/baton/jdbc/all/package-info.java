/** Tests of the driver's one file. */
@NullMarked
package io.baton.jdbc.all;

import org.jspecify.annotations.NullMarked;
