package io.baton.lab.crash;

import java.nio.file.Path;

/**
 * What is to be crashed.
 *
 * @param directory an empty directory, for the store, backups and what children complain of
 * @param workload what the children run
 * @param cycles how many crashes
 * @param clients how many clients a child has, 1 to {@link #CLIENTS_MAX}
 * @param seed gives all that is random but time
 */
public record CrashSettings(Path directory, CrashWorkload workload, int cycles, int clients, long seed) {

    /** As many as the numbers of payments have room for. */
    public static final int CLIENTS_MAX = 64;
    /** As many as the numbers of payments have room for. */
    public static final int CYCLES_MAX = 30_000;
}
