package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Address;
import io.baton.fabric.ConnectionLostException;
import io.baton.fabric.Endpoint;
import io.baton.fabric.ExtFaa;
import io.baton.fabric.Fabric;
import io.baton.fabric.LocalWords;
import io.baton.fabric.SendStatus;
import io.baton.fabric.VerbBatch;
import io.baton.sim.model.ClusterModel;
import io.baton.sim.model.FaultKind;
import io.baton.sim.model.MessageFaults;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cluster of several lock servers: each has memory, an adapter, a gate and a fate of its own. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SeveralServersTest {

    private static final int SERVERS = 3;
    private static final ClusterModel MODEL = TestModel.model();
    private static final long FAA_NANOS = 2_040;

    private final Cluster cluster = new Cluster(MODEL, 64, 1, MessageFaults.NONE, SERVERS);
    private final Fabric fabric = cluster.fabric(1);

    @AfterEach
    void close() {
        cluster.close();
    }

    private LocalWords words(int server) {
        return Objects.requireNonNull(cluster.fabric(ClusterModel.serverNode(server)).localWords());
    }

    private static ExtFaa addOne(int server, long offset) {
        return new ExtFaa().at(Address.of(server, offset)).addLow(1, 0);
    }

    @Test
    void anAddressNamesItsServer() {
        final List<Long> witnessed = new ArrayList<>();
        cluster.witness((route, address, oldLow, oldHigh, newLow, newHigh) -> witnessed.add(address));
        final Endpoint endpoint = fabric.connect();
        final Endpoint last = cluster.fabric(2, 2).connect();
        cluster.client(1, "client", () -> {
            endpoint.writeWord(8, 10);
            endpoint.writeWord(Address.of(1, 8), 11);
            assertThat(endpoint.readWord(Address.of(1, 8))).isEqualTo(11);
            assertThatThrownBy(() -> endpoint.readWord(Address.of(1, 64))).hasMessageContaining("address 64");
            assertThatThrownBy(() -> endpoint.readWord(Address.of(SERVERS, 0)))
                .isInstanceOf(IllegalArgumentException.class);
        });
        cluster.client(2, "of the last server alone", () -> last.writeWord(8, 12));
        cluster.run();
        assertThat(List.of(words(0).get(8), words(1).get(8), words(2).get(8))).containsExactly(10L, 11L, 12L);
        assertThat(witnessed).containsExactlyInAnyOrder(
            8L, Address.of(1, 8), Address.of(1, 8), Address.of(2, 8));
        assertThat(cluster.verbs()).isEqualTo(4);
    }

    @Test
    void thereIsNoServerBehindTheLast() {
        assertThat(cluster.servers()).isEqualTo(SERVERS);
        assertThatThrownBy(() -> cluster.fabric(1, SERVERS)).hasMessageContaining("lock server 3");
        assertThatThrownBy(() -> cluster.fabric(ClusterModel.serverNode(SERVERS))).hasMessageContaining("node 1003");
        assertThatThrownBy(() -> cluster.crashServer(SERVERS)).hasMessageContaining("lock server 3");
        assertThatThrownBy(() -> new Cluster(MODEL, 64, 1, MessageFaults.NONE, 0))
            .hasMessageContaining("0 lock servers");
    }

    @Test
    void verbsForDifferentServersTravelAtTheSameTime() {
        final Endpoint endpoint = fabric.connect();
        final VerbBatch batch = new VerbBatch();
        for (int server = 0; server < SERVERS; server++) {
            batch.add(addOne(server, 0));
        }
        cluster.client(1, "client", () -> assertThat(VerbTimeTest.time(cluster, () -> endpoint.execute(batch)))
            .as("one round trip, and the adapter's time for two more messages").isBetween(FAA_NANOS, FAA_NANOS + 100));
        cluster.run();
        assertThat(List.of(words(0).get(0), words(1).get(0), words(2).get(0))).containsExactly(1L, 1L, 1L);
    }

    /** The first server stops behind its first verb, the second one has two to do. */
    @Test
    void anExecutingServerStopsAndTheOthersGoOn() {
        final Endpoint endpoint = new ExecutingFabric(fabric).connect();
        words(0).set(0, 5);
        final VerbBatch batch = new VerbBatch().add(addOne(0, 0)).stopUnless(-1, 0).add(addOne(0, 16))
            .add(addOne(1, 0)).stopUnless(-1, 0).add(addOne(1, 16));
        cluster.client(1, "client", () -> assertThat(VerbTimeTest.time(cluster, () -> endpoint.execute(batch)))
            .as("two round trips").isBetween(2 * FAA_NANOS, 2 * FAA_NANOS + 100));
        cluster.run();
        assertThat(List.of(batch.isExecuted(0), batch.isExecuted(1), batch.isExecuted(2), batch.isExecuted(3)))
            .containsExactly(true, false, true, true);
        assertThat(List.of(batch.executed(0), batch.executed(1))).containsExactly(1, 2);
        assertThat(List.of(words(0).get(0), words(0).get(16), words(1).get(0), words(1).get(16)))
            .containsExactly(6L, 0L, 1L, 1L);
    }

    @Test
    void aServerDiesAloneAndLosesItsMemoryAlone() {
        final Endpoint endpoint = fabric.connect();
        final Endpoint ofSecond = cluster.fabric(1, 1).connect();
        words(0).set(0, 7);
        words(1).set(0, 7);
        cluster.client(1, "client", () -> {
            cluster.crashServer(1);
            assertThat(cluster.isCrashed(ClusterModel.serverNode(1))).isTrue();
            assertThatThrownBy(() -> endpoint.execute(new VerbBatch().add(addOne(0, 0)).add(addOne(1, 0))))
                .as("all answers are waited for, and one does not come").isInstanceOf(ConnectionLostException.class);
            assertThat(endpoint.readWord(0)).as("the connection to the other server is whole").isEqualTo(8);
            cluster.restartServer(1);
            assertThatThrownBy(() -> ofSecond.readWord(0)).as("a new server has admitted nobody")
                .isInstanceOf(ConnectionLostException.class);
        });
        cluster.run();
        assertThat(words(0).get(0)).isEqualTo(8);
        assertThat(words(1).get(0)).isZero();
        assertThat(cluster.faults(FaultKind.SERVER_CRASH)).isEqualTo(1);
    }

    @Test
    void eachServerHasAGateOfItsOwn() {
        Objects.requireNonNull(cluster.fabric(ClusterModel.serverNode(1)).gate()).refuse(1);
        final Endpoint first = cluster.fabric(1, 0).connect();
        final Endpoint second = cluster.fabric(1, 1).connect();
        cluster.client(1, "client", () -> {
            first.writeWord(0, 1);
            assertThatThrownBy(() -> second.writeWord(0, 1)).isInstanceOf(ConnectionLostException.class);
        });
        cluster.run();
        assertThat(words(0).get(0)).isEqualTo(1);
        assertThat(words(1).get(0)).isZero();
    }

    @Test
    void aPartitionHidesOneServer() {
        final Endpoint first = cluster.fabric(1, 0).connect();
        final Endpoint second = cluster.fabric(1, 1).connect();
        final Endpoint server = cluster.fabric(ClusterModel.serverNode(1)).connect();
        cluster.partition(1, ClusterModel.serverNode(1), 0, 4 * MODEL.lossTimeoutNanos());
        cluster.client(1, "client", () -> {
            first.writeWord(0, 1);
            assertThatThrownBy(() -> second.writeWord(0, 1)).isInstanceOf(ConnectionLostException.class);
            assertThat(SimNoticeTest.send(first, server.route(), 1)).isEqualTo(SendStatus.UNKNOWN);
        });
        cluster.run();
        assertThat(words(1).get(0)).isZero();
        assertThat(cluster.faults(FaultKind.PARTITION_TO_SERVER)).isEqualTo(2);
    }

    @Test
    void noTwoEndpointsOfANodeShareARoute() {
        final long first = cluster.fabric(1, 0).connect().route();
        final long second = cluster.fabric(1, 1).connect().route();
        assertThat(List.of(first, second, fabric.connect().route())).doesNotHaveDuplicates();
    }

    /** What is sent to an endpoint of a dead process reaches no endpoint of its successor for another server. */
    @Test
    void aRouteThatIsUsedAgainIsForTheSameServer() {
        final long first = cluster.fabric(1, 0).connect().route();
        final long second = cluster.fabric(1, 1).connect().route();
        cluster.crash(1);
        cluster.restartOnOldRoutes(1);
        assertThat(cluster.fabric(1, 1).connect().route()).isEqualTo(second);
        assertThat(cluster.fabric(1, 0).connect().route()).isEqualTo(first);
        assertThat(cluster.faults(FaultKind.ROUTE_REUSED)).isEqualTo(2);
    }
}
