/**
 * The laboratory's commands: {@code baton paper} runs the papers' experiments, {@code baton simulate} fault campaigns
 * and explorations, {@code baton crash} kills processes that work on a durable store, {@code baton bench} measures
 * parts of Baton, {@code baton plot} draws measurements of other commands. They join the command line through {@link
 * io.baton.deploy.command.CommandProvider}.
 */
@NullMarked
package io.baton.lab.command;

import org.jspecify.annotations.NullMarked;
