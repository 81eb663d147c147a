/** Tests of durable engines: what is there after closing, crashing and failing disks. */
@NullMarked
package io.baton.engine.durable;

import org.jspecify.annotations.NullMarked;
