/**
 * {@code baton shell}: executes lines from a terminal, with history and completion, or from a file.
 */
@NullMarked
package io.baton.deploy.shell;

import org.jspecify.annotations.NullMarked;
