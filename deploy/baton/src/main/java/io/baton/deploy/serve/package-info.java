/**
 * {@code baton server}: jars of bundles, access, metrics, traces and the web console; and {@code baton user}, which
 * writes the file of users.
 */
@NullMarked
package io.baton.deploy.serve;

import org.jspecify.annotations.NullMarked;
