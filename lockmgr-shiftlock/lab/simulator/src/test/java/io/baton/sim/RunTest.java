package io.baton.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.baton.fabric.Endpoint;
import io.baton.sim.model.ClusterModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How runs begin, go on and end. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class RunTest {

    private final Cluster cluster = new Cluster(ClusterModel.paper(), 64, 1);

    @Test
    void moreClientsRunLaterAndTimeGoesOn() {
        final List<String> steps = new ArrayList<>();
        cluster.client("a", () -> {
            cluster.work(100);
            steps.add("a at " + cluster.clock().nanoTime());
        });
        cluster.client("b", () -> steps.add("b at " + cluster.clock().nanoTime()));
        assertThat(steps).isEmpty();
        cluster.run();
        cluster.client("c", () -> {
            cluster.work(11);
            steps.add("c at " + cluster.clock().nanoTime());
        });
        cluster.run();
        assertThat(steps).containsExactly("b at 0", "a at 100", "c at 111");
        cluster.close();
    }

    @Test
    void aClusterThatCanNeverGoOnSaysWhoWaitsForWhatSinceWhen() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        cluster.client("deaf", () -> {
            cluster.work(700);
            endpoint.awaitNotice(Endpoint.NO_DEADLINE);
        });
        cluster.threads().newThread(() -> cluster.fabric(1).doorbell().await(Endpoint.NO_DEADLINE)).start();
        cluster.client("done", () -> cluster.work(900));
        assertThatThrownBy(cluster::run).isInstanceOf(IllegalStateException.class).hasMessage("at 900 ns nothing can "
            + "happen any more, and not all clients have ended: deaf waits for a notice since 700 ns, thread 1 waits "
            + "for a doorbell since 0 ns");
        cluster.close();
    }

    @Test
    void whatAClientThrowsEndsTheRun() {
        final RuntimeException thrown = new RuntimeException("on purpose");
        final Endpoint endpoint = cluster.fabric(1).connect();
        cluster.client("thrower", () -> {
            cluster.work(5);
            throw thrown;
        });
        cluster.client("other", () -> {
            while (true) {
                endpoint.readWord(0);
            }
        });
        assertThatThrownBy(cluster::run).hasMessageContaining("thrower failed at 5 ns")
            .hasMessageContaining("on purpose").hasCause(thrown);
        cluster.close();
    }

    @Test
    void closingEndsEveryThreadThatIsLeft() {
        final List<Thread> threads = new ArrayList<>();
        final List<String> unwound = new ArrayList<>();
        final Endpoint endpoint = cluster.fabric(1).connect();
        threads.add(cluster.threads().newThread(() -> {
            try {
                endpoint.awaitNotice(Endpoint.NO_DEADLINE);
            } finally {
                unwound.add("listener");
                endpoint.readWord(0);
            }
        }));
        threads.getFirst().start();
        cluster.client("client", () -> {
            threads.add(Thread.currentThread());
            cluster.work(1);
        });
        cluster.run();
        cluster.client("never run", () -> unwound.add("never run"));
        cluster.close();
        assertThat(unwound).containsExactly("listener");
        assertThat(threads).hasSize(2).noneMatch(Thread::isAlive);
        assertThatThrownBy(cluster::run).hasMessageContaining("closed");
        assertThatThrownBy(() -> cluster.client("late", () -> {})).hasMessageContaining("closed");
        cluster.close();
    }

    @Test
    void verbsOutsideARunAreRefused() {
        final Endpoint endpoint = cluster.fabric(1).connect();
        assertThatThrownBy(() -> endpoint.readWord(0)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("cannot wait in virtual time");
        cluster.client("client", () -> endpoint.writeWord(0, 1));
        cluster.run();
        assertThatThrownBy(() -> endpoint.readWord(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> cluster.work(1)).isInstanceOf(IllegalStateException.class);
        cluster.close();
        assertThatThrownBy(() -> endpoint.readWord(0)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aThreadThatNobodyStartsIsNamed() {
        cluster.client("client", () -> {
            cluster.threads().newThread(() -> {});
            cluster.work(1);
        });
        assertThatThrownBy(cluster::run).hasMessageContaining("thread 1 was made at 0 ns but not started");
        cluster.close();
    }

    @Test
    @Tag("thorough")
    void aThreadThatWaitsOutsideVirtualTimeIsNamed() {
        final ReentrantLock lock = new ReentrantLock();
        cluster.client("holder", () -> {
            lock.lock();
            try {
                cluster.work(1_000);
            } finally {
                lock.unlock();
            }
        });
        cluster.client("waiter", () -> {
            cluster.work(1);
            lock.lock();
            try {
                cluster.work(1);
            } finally {
                lock.unlock();
            }
        });
        assertThatThrownBy(cluster::run).hasMessageContaining("waits outside virtual time")
            .hasMessageContaining("waiter").hasMessageContaining("ReentrantLock");
        cluster.close();
    }

    @Test
    void anInterruptStopsTheRun() {
        final Thread owner = Thread.currentThread();
        cluster.client("restless", () -> {
            owner.interrupt();
            while (true) {
                cluster.work(1);
            }
        });
        assertThatThrownBy(cluster::run).hasMessageContaining("interrupted").hasMessageContaining("restless");
        assertThat(Thread.interrupted()).isTrue();
        cluster.close();
    }

    @Test
    void aRunningClusterCanNeitherBeRunNorClosed() {
        cluster.client("client", () -> {
            assertThatThrownBy(cluster::run).hasMessageContaining("runs already");
            assertThatThrownBy(cluster::close).hasMessageContaining("runs");
        });
        cluster.run();
        cluster.close();
    }

    @Test
    void aModelOutOfRangeIsRefused() {
        assertThatThrownBy(() -> ClusterModel.paper().withNodes(0)).hasMessageContaining("0 client nodes");
        assertThatThrownBy(() -> ClusterModel.paper().withNodes(1_000)).hasMessageContaining("1000");
        assertThatThrownBy(() -> ClusterModel.paper().withClockError(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> cluster.fabric(6)).hasMessageContaining("node 6");
        assertThatThrownBy(() -> cluster.work(-1)).hasMessageContaining("-1");
        cluster.close();
    }
}
