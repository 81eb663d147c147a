/**
 * The options of lock servers and their clients that {@code baton node} and the laboratory's commands have in common:
 * the protection of lanes ({@link io.baton.deploy.wire.SecureLaneOptions}), and the duration of sessions
 * ({@link io.baton.deploy.wire.SessionOptions}).
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
