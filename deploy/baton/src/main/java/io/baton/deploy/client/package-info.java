/**
 * Shared by commands that call a running server: certificates and login
 * ({@link io.baton.deploy.client.SecureClientOptions}), and calls whose arguments and results are texts
 * ({@link io.baton.deploy.client.TypedCall}). {@code baton call} is here; {@code shell} and {@code top} are built on
 * it.
 */
@NullMarked
package io.baton.deploy.client;

import org.jspecify.annotations.NullMarked;
