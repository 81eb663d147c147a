/**
 * Files that a server reads again when they have changed: {@link io.baton.server.files.WatchedFile}. Certificates, keys
 * and users are in such files.
 */
@NullMarked
package io.baton.server.files;

import org.jspecify.annotations.NullMarked;
