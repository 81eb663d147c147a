/**
 * What {@code baton server} and {@code baton call} are made of: the jars of bundles, and values of procedures as texts.
 * The commands themselves stand with the others, in the package above.
 */
@NullMarked
package io.baton.deploy.serve;

import org.jspecify.annotations.NullMarked;
