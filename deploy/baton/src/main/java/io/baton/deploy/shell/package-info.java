/**
 * {@code baton shell}: lines from a terminal or a file, and what is done for each.
 */
@NullMarked
package io.baton.deploy.shell;

import org.jspecify.annotations.NullMarked;
