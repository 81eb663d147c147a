package io.baton.tatp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.baton.engine.Engine;
import io.baton.engine.LockKind;
import io.baton.engine.Session;
import io.baton.tatp.schema.CallForwardingTable;
import io.baton.workload.TransactionEnd;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Transactions succeed as often as the specification publishes, and GET_NEW_DESTINATION as often as the specification's
 * own rules say: by reckoning, in a run, and under the reading that gives the published figure. Subscribers are drawn
 * uniformly, so that the luck of a few favoured ones does not blur the rates.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class SuccessRatesTest {

    private static final int[] STARTS = {0, 8, 16};
    private static final int HOURS = 24;
    private static final int FORWARDING_HOURS = 8;
    /** Of facilities: of a drawn type there, and active. */
    private static final double FACILITY = 0.625 * 0.85;
    private static final int SUBSCRIBERS = 20_000;
    private static final int TRANSACTIONS = 400_000;

    @Test
    @Tag("thorough")
    void allSevenAreAsPublishedOrAsTheRulesSay() {
        try (Network network = new Network(SUBSCRIBERS, 11)) {
            final TatpTerminal terminal = network.tatp.terminal(network.session, 0);
            for (int i = 0; i < TRANSACTIONS; i++) {
                terminal.next();
                assertThat(terminal.execute()).isNotEqualTo(TransactionEnd.FAILED);
            }
            final List<SuccessRate> rates = network.tatp.successRates();
            assertThat(rates).extracting(rate -> rate.type().publishedSuccess())
                .containsExactly(1.0, 0.239, 0.625, 0.625, 1.0, 0.3125, 0.3125);
            assertThat(rates).allSatisfy(rate -> assertThat(rate.observed()).as(rate.type().label())
                .isBetween(rate.least() - 0.02, rate.most() + 0.02));
            assertThat(rates).filteredOn(rate -> rate.type() != TransactionType.GET_NEW_DESTINATION)
                .allSatisfy(rate -> {
                    assertThat(rate.least()).isEqualTo(rate.type().publishedSuccess());
                    assertThat(rate.most()).isEqualTo(rate.type().publishedSuccess());
                });
        }
    }

    @Test
    void freshAndWornChancesAreThoseOfTheSum() {
        final SuccessRate rate = new SuccessRate(TransactionType.GET_NEW_DESTINATION, 0, 0);
        assertThat(freshChance()).isCloseTo(481.0 / 1728, within(1e-12));
        assertThat(wornChance()).isCloseTo(63_779.0 / 165_888, within(1e-12));
        assertThat(rate.least()).isCloseTo(FACILITY * freshChance(), within(5e-5));
        assertThat(rate.most()).isCloseTo(FACILITY * wornChance(), within(5e-5));
    }

    @Test
    void freshRowsAreFoundAsOftenAsReckoned() {
        try (Network network = new Network(SUBSCRIBERS, 12)) {
            assertThat(network.destinationsFound(100_000, 1)).isCloseTo(FACILITY * freshChance(), within(0.005));
        }
    }

    /** Ten inserts and ten deletes for each place leave nothing of the loaded rows. */
    @Tag("slow")
    @Test
    void wornRowsAreFoundAsOftenAsReckoned() {
        final int subscribers = 2_000;
        try (Network network = new Network(subscribers, 13)) {
            final InputSource inputs = new InputSource(network.config, 2);
            final int places = subscribers * Population.TYPES * STARTS.length;
            for (int i = 0; i < 10 * places; i++) {
                network.session.execute(network.procedures.insertCallForwarding(),
                    inputs.next(TransactionType.INSERT_CALL_FORWARDING));
                network.session.execute(network.procedures.deleteCallForwarding(),
                    inputs.next(TransactionType.DELETE_CALL_FORWARDING));
            }
            assertThat(network.destinationsFound(100_000, 3)).isCloseTo(FACILITY * wornChance(), within(0.01));
        }
    }

    /** What is published: how often a facility that is there forwards the calls of a random hour. */
    @Test
    @Tag("thorough")
    void publishedChanceIsThatOfAFacilityAtAnHourOfTheDay() {
        try (Network network = new Network(SUBSCRIBERS, 14)) {
            final SplittableRandom random = new SplittableRandom(5);
            int facilities = 0;
            int found = 0;
            for (int i = 0; i < 200_000; i++) {
                final long subscriber = random.nextLong(1, SUBSCRIBERS + 1);
                final long type = random.nextLong(1, Population.TYPES + 1);
                final long hour = random.nextInt(HOURS);
                if (network.facilityExists(subscriber, type)) {
                    facilities++;
                    found += network.destinations(subscriber, type, hour, hour) > 0 ? 1 : 0;
                }
            }
            assertThat(0.85 * 9 / 32).isCloseTo(0.239, within(0.0005));
            assertThat((double) found / facilities).isCloseTo(0.239, within(0.005));
        }
    }

    /** As loaded: as many of the three places are taken as a number from 0 to 3 says, and last one to eight hours. */
    private static double freshChance() {
        return averageOverInputs((start, end) -> {
            double chance = 0;
            for (int taken = 0; taken < 1 << STARTS.length; taken++) {
                final int count = Integer.bitCount(taken);
                final double ofThisSet = 0.25 / (count == 0 || count == STARTS.length ? 1 : STARTS.length);
                double none = 1;
                for (int place = 0; place < STARTS.length; place++) {
                    if ((taken >> place & 1) != 0 && STARTS[place] <= start) {
                        final int begin = STARTS[place];
                        none *= 1 - (double) IntStream.rangeClosed(1, FORWARDING_HOURS)
                            .filter(hours -> end < begin + hours).count() / FORWARDING_HOURS;
                    }
                }
                chance += ofThisSet * (1 - none);
            }
            return chance;
        });
    }

    /** After many inserts and deletes: each place is taken or not by itself, and ends at any hour of the day. */
    private static double wornChance() {
        return averageOverInputs((start, end) -> {
            final double free = 1 - 0.5 * (HOURS - end) / HOURS;
            return 1 - Math.pow(free, start / CallForwardingTable.START_STEP + 1);
        });
    }

    private static double averageOverInputs(Chance chance) {
        double sum = 0;
        for (final int start : STARTS) {
            for (int end = 1; end <= HOURS; end++) {
                sum += chance.of(start, end);
            }
        }
        return sum / (STARTS.length * HOURS);
    }

    /** The chance that some forwarding fits what was drawn. */
    private interface Chance {
        double of(int start, int end);
    }

    /** A loaded engine for one client. */
    private static final class Network implements AutoCloseable {

        final TatpConfig config;
        final Engine engine;
        final Tatp tatp;
        final Procedures procedures;
        final Session session;

        Network(int subscribers, long seed) {
            config = new TatpConfig(subscribers, seed, true);
            engine = Tatp.addTables(Engine.builder(), subscribers).locks(LockKind.NONE).clients(1).open();
            tatp = new Tatp(engine, config);
            tatp.load(rows -> {});
            procedures = tatp.procedures();
            session = engine.session();
        }

        double destinationsFound(int draws, int number) {
            final InputSource inputs = new InputSource(config, number);
            int found = 0;
            for (int i = 0; i < draws; i++) {
                final Object[] drawn = inputs.next(TransactionType.GET_NEW_DESTINATION);
                found += session.call(procedures.getNewDestination(), drawn).count() > 0 ? 1 : 0;
            }
            return (double) found / draws;
        }

        int destinations(long subscriber, long type, long start, long end) {
            return session.call(procedures.getNewDestination(), subscriber, type, start, end).count();
        }

        /** An update that meets no facility says so. */
        boolean facilityExists(long subscriber, long type) {
            return session.call(procedures.updateSubscriberData(), subscriber, 0L, type, 0L);
        }

        @Override
        public void close() {
            session.close();
            engine.close();
        }
    }
}
