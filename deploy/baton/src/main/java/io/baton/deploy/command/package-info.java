/**
 * The parts of all commands, here and in other modules: the outside world that they are given
 * ({@link io.baton.deploy.command.CommandContext}), checks of the values of options before anything begins
 * ({@link io.baton.deploy.command.OptionValues}, {@link io.baton.deploy.command.ParsedCommand}), groups of commands,
 * and exit statuses. Knows no command by name; a module brings its own by a
 * {@link io.baton.deploy.command.CommandProvider}. Uses only {@code report} and {@code open}.
 */
@NullMarked
package io.baton.deploy.command;

import org.jspecify.annotations.NullMarked;
