/** Tests of tables whose rows have wide primary keys: twins of equal hash, transactions, durability. */
@NullMarked
package io.baton.engine.wide;

import org.jspecify.annotations.NullMarked;
