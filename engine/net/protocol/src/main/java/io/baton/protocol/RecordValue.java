package io.baton.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record as it came over the wire.
 *
 * @param values its components in order; its type has their names
 */
public record RecordValue(List<@Nullable Object> values) {
}
