/**
 * The initial rows (specification revision 5.11, clause 4.3). {@link io.baton.tpcc.load.Population} loads the items
 * and the warehouses as parts of a bulk load; {@code ItemPopulation}, {@code WarehousePopulation} and, below it,
 * {@code DistrictPopulation} fill the rows (clause 4.3.3.1).
 *
 * <p>Each task has one random generator, so that a seed gives the same rows on any number of threads.
 */
@NullMarked
package io.baton.tpcc.load;

import org.jspecify.annotations.NullMarked;
