/**
 * API: a bundle has the tables, procedures and initial rows of a server, in a jar. The jar names its
 * {@link io.baton.bundle.ProcedureBundle} in {@code META-INF/services/io.baton.bundle.ProcedureBundle}, and
 * {@code baton server --procedures my.jar} finds it there with {@link java.util.ServiceLoader}. Page:
 * {@code docs/server.md}.
 */
@NullMarked
package io.baton.bundle;

import org.jspecify.annotations.NullMarked;
