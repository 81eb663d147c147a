/**
 * {@code baton top}. {@code ServerReading} has a server's figures at one moment, {@code TopPage} makes lines of two of
 * them, and {@code Screen} shows them.
 */
@NullMarked
package io.baton.deploy.top;

import org.jspecify.annotations.NullMarked;
