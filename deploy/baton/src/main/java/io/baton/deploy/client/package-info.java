/**
 * What commands that call a running server share: whom they trust and who they are ({@link
 * io.baton.deploy.client.SecureClientOptions}), and calls whose arguments and results are texts ({@link
 * io.baton.deploy.client.TypedCall}). {@code baton call} needs no more and is here; {@code shell} and {@code top} are
 * built on it.
 */
@NullMarked
package io.baton.deploy.client;

import org.jspecify.annotations.NullMarked;
