/**
 * States by the hashes that tell them apart, and the transitions between them: the record of a search, for finding the
 * shortest path to a state, and the states from which others cannot be reached.
 */
@NullMarked
package io.baton.explore.graph;

import org.jspecify.annotations.NullMarked;
