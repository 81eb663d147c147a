/**
 * What {@code baton shell} is made of: lines from a terminal or a file, and what is done for each. The command itself
 * stands with the others, in the package above. {@link io.baton.deploy.shell.InputTerminal} also hides passwords that
 * are typed.
 */
@NullMarked
package io.baton.deploy.shell;

import org.jspecify.annotations.NullMarked;
