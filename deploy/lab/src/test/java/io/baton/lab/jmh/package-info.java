/** JMH benchmarks of what Baton does most: a lock acquired and released, a procedure called. See deploy/bin/jmh. */
@NullMarked
package io.baton.lab.jmh;

import org.jspecify.annotations.NullMarked;
