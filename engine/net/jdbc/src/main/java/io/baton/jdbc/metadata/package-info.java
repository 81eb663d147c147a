/**
 * Metadata: users get a {@link io.baton.jdbc.metadata.BatonDatabaseMetaData}, which asks the server through
 * {@link io.baton.jdbc.metadata.ServerCatalog}. Arguments that are null mean all.
 */
@NullMarked
package io.baton.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
