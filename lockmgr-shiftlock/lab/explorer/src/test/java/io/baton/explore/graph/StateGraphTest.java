package io.baton.explore.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ways through the states, against a plain search. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class StateGraphTest {

    private static final int CHOICES = 20;
    private static final int STATES = 300;
    private static final int LONG_WAY = 600_000;

    /** A transition from one state to another. */
    private record Edge(int from, int transition, int to) {
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void randomGraphsAreSearchedRight(long seed) {
        final Random random = new Random(seed);
        final List<Edge> edges = new ArrayList<>();
        final int many = STATES * (1 + random.nextInt(3));
        for (int i = 0; i < many; i++) {
            edges.add(new Edge(random.nextInt(STATES), random.nextInt(CHOICES), random.nextInt(STATES)));
        }
        final StateGraph graph = graph(STATES, edges);
        assertThat(graph.states()).isEqualTo(STATES);
        assertThat(graph.edges()).isEqualTo(edges.size());
        final BitSet some = new BitSet();
        for (int i = 0; i < 3; i++) {
            some.set(random.nextInt(STATES));
        }
        final int[] distances = distances(0, edges);
        final int nearest = some.stream().map(state -> distances[state]).min().orElseThrow();
        final int[] way = graph.shortestTo(some);
        if (way == null) {
            assertThat(nearest).isEqualTo(Integer.MAX_VALUE);
        } else {
            assertThat(way).hasSize(nearest);
            assertThat(ends(way, edges).intersects(some)).isTrue();
        }
        final List<Edge> counting = edges.stream().filter(edge -> edge.transition > 0).toList();
        final BitSet stuck = graph.cannotReach(some, transition -> transition == 0);
        for (int state = 0; state < STATES; state++) {
            final int[] from = distances(state, counting);
            assertThat(stuck.get(state)).as("seed %d, state %d", seed, state)
                .isEqualTo(some.stream().allMatch(goal -> from[goal] == Integer.MAX_VALUE));
        }
    }

    private static StateGraph graph(int states, List<Edge> edges) {
        final StateGraph graph = new StateGraph();
        for (int i = 0; i < states; i++) {
            assertThat(graph.state(Digests.mix(7, i))).isEqualTo(-i - 1);
        }
        edges.forEach(edge -> graph.edge(edge.from, edge.transition, edge.to));
        return graph;
    }

    private static int[] distances(int origin, List<Edge> edges) {
        final int[] distances = new int[STATES];
        Arrays.fill(distances, Integer.MAX_VALUE);
        distances[origin] = 0;
        final ArrayDeque<Integer> queue = new ArrayDeque<>(List.of(origin));
        while (!queue.isEmpty()) {
            final int at = queue.remove();
            for (Edge edge : edges) {
                if (edge.from == at && distances[edge.to] == Integer.MAX_VALUE) {
                    distances[edge.to] = distances[at] + 1;
                    queue.add(edge.to);
                }
            }
        }
        return distances;
    }

    /** Where a way may end: one transition may lead to several states here. */
    private static BitSet ends(int[] way, List<Edge> edges) {
        BitSet at = new BitSet();
        at.set(0);
        for (int transition : way) {
            final BitSet next = new BitSet();
            for (Edge edge : edges) {
                if (edge.transition == transition && at.get(edge.from)) {
                    next.set(edge.to);
                }
            }
            at = next;
        }
        return at;
    }

    /** Each state leads to the next, and every third back to the first; noted as an exploration does. */
    @Test
    void longWaysAreFound() {
        final StateGraph graph = new StateGraph();
        for (int i = 0; i < LONG_WAY; i++) {
            graph.state(i);
        }
        for (int i = LONG_WAY - 2; i >= 0; i--) {
            graph.edge(i, i % CHOICES, i + 1);
            if (i % 3 == 0) {
                graph.edge(i, CHOICES, 0);
            }
        }
        final BitSet last = new BitSet();
        last.set(LONG_WAY - 1);
        final int[] way = Objects.requireNonNull(graph.shortestTo(last));
        assertThat(way).hasSize(LONG_WAY - 1);
        for (int i = 0; i < LONG_WAY - 1; i++) {
            if (way[i] != i % CHOICES) {
                assertThat(way[i]).as("transition %d", i).isEqualTo(i % CHOICES);
            }
        }
        assertThat(graph.cannotReach(last, transition -> false).isEmpty()).isTrue();
        final BitSet before = graph.cannotReach(last, transition -> transition == 1);
        assertThat(before.nextClearBit(0)).as("transition 1 is taken last")
            .isEqualTo((LONG_WAY - 2) / CHOICES * CHOICES + 2);
        assertThat(before.cardinality()).isEqualTo(before.nextClearBit(0));
    }

    @Test
    void theFirstStateIsReachedWithoutAChoice() {
        final StateGraph graph = graph(2, List.of());
        final BitSet wanted = new BitSet();
        wanted.set(1);
        assertThat(graph.shortestTo(wanted)).isNull();
        assertThat(graph.shortestTo(new BitSet())).isNull();
        wanted.set(0);
        assertThat(graph.shortestTo(wanted)).isEmpty();
    }

    @Test
    void edgesMayBeAddedAfterASearch() {
        final StateGraph graph = graph(3, List.of(new Edge(0, 5, 1)));
        final BitSet wanted = new BitSet();
        wanted.set(2);
        assertThat(graph.shortestTo(wanted)).isNull();
        graph.edge(0, 300, 2);
        graph.edge(1, 6, 2);
        assertThat(graph.shortestTo(wanted)).containsExactly(300);
        assertThat(graph.edges()).isEqualTo(3);
    }

    @Test
    void moreKindsOfChoicesThanAByteHoldsAreRefused() {
        final StateGraph graph = graph(1, List.of());
        for (int transition = 0; transition < 255; transition++) {
            graph.edge(0, transition * 1000, 0);
        }
        assertThatThrownBy(() -> graph.edge(0, 1, 0)).isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("255");
    }

    @Test
    void explorationsOfTheSameStatesAreTheSame() {
        final StateGraph graph = graph(STATES, List.of());
        assertThat(graph.sameStates(graph(STATES, List.of(new Edge(0, 0, 1))))).isTrue();
        assertThat(graph.sameStates(graph(STATES - 1, List.of()))).isFalse();
    }
}
