/**
 * What {@code baton top} is made of. {@link io.baton.deploy.top.ServerReading} is what a server has told at one moment,
 * {@link io.baton.deploy.top.TopPage} makes lines of two of them, and {@link io.baton.deploy.top.Screen} is where they
 * are shown. The command itself stands with the others, in the package above.
 */
@NullMarked
package io.baton.deploy.top;

import org.jspecify.annotations.NullMarked;
