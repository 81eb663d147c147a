package io.baton.rival.contract;

import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.provider.Arguments;

/** The same for every lock over every carrier. */
@Tag("slow")
class EveryWireContractTest extends WireContractTest {

    @Override
    Stream<Arguments> locksAndCarriers() {
        return pairs();
    }
}
