/**
 * {@code baton top}. {@code ServerReading} is what a server has told at one moment, {@code TopPage} makes lines of two
 * of them, and {@code Screen} is where they are shown.
 */
@NullMarked
package io.baton.deploy.top;

import org.jspecify.annotations.NullMarked;
