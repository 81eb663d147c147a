package io.baton.deploy.open;

import io.baton.storage.recovery.RecoveryReport;
import org.jspecify.annotations.Nullable;

/**
 * What a run tells of the store that kept its data.
 *
 * @param durability what transactions waited for, as the command line spells it
 * @param recovery what was recovered, or null if the run has loaded its data
 * @param log what the log has done while the run was measured
 */
public record StoreResult(String durability, @Nullable RecoveryReport recovery, LogWork log) {
}
