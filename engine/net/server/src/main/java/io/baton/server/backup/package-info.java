/**
 * Backups of a running server's store: {@link io.baton.server.backup.BackupCall} is the procedure
 * {@code baton.backup}, which operators call. Page: {@code docs/durability.md}, section Backups.
 */
@NullMarked
package io.baton.server.backup;

import org.jspecify.annotations.NullMarked;
