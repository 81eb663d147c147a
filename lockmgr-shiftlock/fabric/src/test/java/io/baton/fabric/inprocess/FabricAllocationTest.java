package io.baton.fabric.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.baton.fabric.AddFields;
import io.baton.fabric.CasMasks;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.NoticeHandler;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import io.baton.fabric.WordPair;
import io.baton.fabric.WordVerb;
import java.lang.management.ManagementFactory;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No verb, no SEND, no receive and no wait that need not park allocates. */
@Timeout(60)
class FabricAllocationTest {

    private static final CasMasks MASKS = new CasMasks(1, -1, 1, -1);
    private static final AddFields FIELDS = new AddFields(1L << 63, 1L << 63);
    private static final int ROUNDS = 50_000;
    /** What the measurement itself may cost, in bytes. */
    private static final long NOISE_BYTES = 4_096;
    /** How long to measure again: nobody knows when the compiler has come to everything. */
    private static final long LIMIT_NANOS = 20_000_000_000L;

    @Test
    void nothingIsAllocatedPerVerb() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (InProcessFabric fabric = new InProcessFabric(4_800, new WaitPolicy(0, 0))) {
            final Endpoint endpoint = fabric.connect();
            final Endpoint peer = fabric.connect();
            final ExtCas cas = new ExtCas();
            final ExtFaa faa = new ExtFaa();
            final ReadPair pair = new ReadPair();
            final WordVerb word = new WordVerb();
            final WordPair old = new WordPair();
            final VerbBatch batch = new VerbBatch().add(cas).add(faa).add(pair).add(word);
            final UnsafeBuffer notice = new UnsafeBuffer(new byte[40]);
            final NoticeHandler handler = (buffer, offset, length) -> {};
            final long limit = System.nanoTime() + LIMIT_NANOS;
            long allocated;
            do {
                final long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < ROUNDS; i++) {
                    final long address = 16L * (i % 300);
                    cas.at(address).compareLow(-1, 0).swapLow(1, 1);
                    faa.at(address).addHigh(1, 0);
                    pair.at(address);
                    word.faa(address, 1);
                    endpoint.extCas(address, MASKS, 0, i, 1, i, old);
                    endpoint.extFaa(address, FIELDS, 2, 1, old);
                    endpoint.read(address, old);
                    endpoint.writeWord(address, endpoint.readWord(address));
                    endpoint.execute(batch);
                    endpoint.send(peer.route(), notice, 0, 40);
                    peer.awaitNotice(Endpoint.NO_DEADLINE);
                    peer.receive(handler);
                    endpoint.awaitWord(address, 0, 0, Endpoint.NO_DEADLINE);
                    endpoint.awaitWord(address, -1, -1, 1);
                }
                allocated = threads.getCurrentThreadAllocatedBytes() - before;
            } while (allocated > NOISE_BYTES && System.nanoTime() - limit < 0);
            assertThat(allocated).as("bytes in %d rounds", ROUNDS).isLessThanOrEqualTo(NOISE_BYTES);
        }
    }
}
