/**
 * {@code baton shell}: executes lines from a terminal or a file.
 */
@NullMarked
package io.baton.deploy.shell;

import org.jspecify.annotations.NullMarked;
