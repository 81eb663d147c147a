/**
 * SCRAM-SHA-256 (RFC 5802, RFC 7677): a client proves that it knows a password without sending it, and the server
 * proves that it knows the password's keys. No I/O and no threads.
 *
 * <p>{@link io.baton.protocol.scram.PreparedText} brings names and passwords into one form; a server keeps
 * {@link io.baton.protocol.scram.ScramKeys} of a password; {@link io.baton.protocol.scram.ScramClient} and
 * {@link io.baton.protocol.scram.ScramServer} are the two sides of one login;
 * {@link io.baton.protocol.scram.ChannelBinding} binds it to the server's certificate (RFC 5929). Which frames carry
 * the messages: {@code engine/net/protocol/spec/protocol.md}, section 10.
 */
@NullMarked
package io.baton.protocol.scram;

import org.jspecify.annotations.NullMarked;
