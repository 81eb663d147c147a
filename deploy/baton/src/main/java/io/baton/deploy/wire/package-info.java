/**
 * The options of lock servers and their clients that {@code baton node} and the laboratory's commands have in common:
 * how lanes are protected ({@link io.baton.deploy.wire.SecureLaneOptions}), and how long sessions last ({@link
 * io.baton.deploy.wire.SessionOptions}).
 */
@NullMarked
package io.baton.deploy.wire;

import org.jspecify.annotations.NullMarked;
