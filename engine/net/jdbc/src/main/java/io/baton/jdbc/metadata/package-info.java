/**
 * What {@code DatabaseMetaData} answers. {@link io.baton.jdbc.metadata.BatonDatabaseMetaData} is what users get; what
 * it asks the server comes through {@link io.baton.jdbc.metadata.ServerCatalog}. Arguments that are null mean all.
 */
@NullMarked
package io.baton.jdbc.metadata;

import org.jspecify.annotations.NullMarked;
