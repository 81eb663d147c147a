/**
 * Random values of rows and inputs. {@link io.baton.tpcc.random.GeneratorSeeds} derives every generator's seed from a
 * given one. {@link io.baton.tpcc.random.NuRand} draws non-uniform numbers (specification revision 5.11, clause 2.1.6),
 * {@link io.baton.tpcc.random.LastNames} has the names that they stand for (clause 4.3.2.3), and
 * {@link io.baton.tpcc.random.RandomText} fills columns with strings (clause 4.3.2).
 *
 * <p>Loading and running share these, because the constants of the one restrict those of the other (clause 2.1.6.1).
 */
@NullMarked
package io.baton.tpcc.random;

import org.jspecify.annotations.NullMarked;
