package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.fabric.Doorbell;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtCas;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.ReadPair;
import io.baton.fabric.VerbBatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs without faults are what they were before there were any: the papers' figures rest on them. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class FaultFreeTest {

    private static final int CLIENTS = 12;
    private static final int STEPS = 300;
    private static final int ENTRIES = 8;

    @Test
    void aMixOfEverythingHasTheTraceThatItAlwaysHad() {
        try (Cluster cluster = new Cluster(TestModel.model(500, 40_000), 16L * ENTRIES, 5)) {
            final Endpoint[] endpoints = new Endpoint[CLIENTS];
            for (int i = 0; i < CLIENTS; i++) {
                endpoints[i] = cluster.fabric(1 + i % 4).connect();
            }
            final Doorbell doorbell = cluster.fabric(1).doorbell();
            endpoints[0].listener(doorbell);
            for (int i = 0; i < CLIENTS; i++) {
                final Fabric fabric = cluster.fabric(1 + i % 4);
                final Endpoint endpoint = endpoints[i];
                final RandomGenerator random = cluster.random();
                cluster.client("client " + i, () -> {
                    for (int n = 0; n < STEPS; n++) {
                        step(cluster, fabric, endpoint, endpoints[random.nextInt(CLIENTS)].route(), random);
                    }
                });
            }
            cluster.threads().newThread(() -> {
                while (true) {
                    doorbell.await(cluster.fabric(1).clock().nanoTime() + 7_000);
                }
            }).start();
            cluster.run();
            assertThat(Long.toHexString(cluster.traceHash())).isEqualTo("2c7d533a25728ce5");
        }
    }

    private static void step(Cluster cluster, Fabric fabric, Endpoint endpoint, long peer, RandomGenerator random) {
        final long entry = 16L * random.nextInt(ENTRIES);
        switch (random.nextInt(7)) {
            case 0 -> endpoint.cas(entry, random.nextInt(2), random.nextInt(2));
            case 1 -> endpoint.send(peer, new UnsafeBuffer(new byte[] {1, 2, 3, (byte) random.nextInt()}), 0, 4);
            case 2 -> {
                endpoint.awaitNotice(fabric.clock().nanoTime() + random.nextInt(4_000));
                endpoint.receive((buffer, offset, length) -> cluster.work(buffer.getByte(3) & 0x7F));
            }
            case 3 -> {
                endpoint.readWord(entry);
                endpoint.awaitWord(entry, -1, 1, fabric.clock().nanoTime() + random.nextInt(4_000));
            }
            case 4 -> endpoint.execute(new VerbBatch().add(new ExtCas().at(entry).swapLow(-1, random.nextLong()))
                .add(new ReadPair().at(16L * random.nextInt(ENTRIES))).add(new ExtFaa().at(entry).addHigh(5, 0)));
            case 5 -> endpoint.faa(entry, 3);
            default -> cluster.work(random.nextInt(900));
        }
    }
}
