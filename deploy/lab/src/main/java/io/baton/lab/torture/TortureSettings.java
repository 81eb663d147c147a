package io.baton.lab.torture;

import io.baton.deploy.wire.LaneSettings;
import io.baton.wire.CarrierKind;
import java.nio.file.Path;
import java.util.List;

/**
 * What is to be tortured.
 *
 * @param directory an empty directory, for sockets, lanes, the witness and what children complain of
 * @param carriers over which carriers, one after the other
 * @param cycles how many faults over each
 * @param seed gives all that is random but time
 * @param lanes how lanes over TCP are protected: certificates for 127.0.0.1, or none
 * @param planted a mistake that the judges should find, or none
 */
public record TortureSettings(Path directory, List<CarrierKind> carriers, int cycles, long seed, LaneSettings lanes,
        Mistake planted) {

    /** Most cycles of a run. */
    public static final int CYCLES_MAX = 1_000_000;
}
