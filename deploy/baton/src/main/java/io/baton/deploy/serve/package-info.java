/**
 * {@code baton server}: the jars of bundles, who may connect, and where metrics, traces and the web console are shown;
 * and {@code baton user}, which writes the file of those who may.
 */
@NullMarked
package io.baton.deploy.serve;

import org.jspecify.annotations.NullMarked;
