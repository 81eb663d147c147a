/** Procedures on the tables of the workload by somebody who sees only what is public. */
@NullMarked
package io.baton.elsewhere.tpcc;

import org.jspecify.annotations.NullMarked;
