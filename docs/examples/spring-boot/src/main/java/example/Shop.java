package example;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.actuate.health.HealthEndpoint;
import org.springframework.boot.actuate.health.HealthComponent;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Calls the procedure of the bundle beside it, as an application of Spring Boot does. */
@SpringBootApplication
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments).close();
    }

    /** What runs in transactions. */
    public static class Visits {
        private final JdbcTemplate jdbc;

        Visits(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        public long visit(long page) {
            return jdbc.queryForObject("{call Visit(?)}", Long.class, page);
        }

        @Transactional
        public void visitBothOrNone(long first, long second, boolean fails) {
            visit(first);
            visit(second);
            if (fails) {
                throw new IllegalStateException("neither is counted");
            }
        }

        @Transactional(readOnly = true)
        public long visitWhereNothingMayBeWritten(long page) {
            return visit(page);
        }

        public long visits(long page) {
            return jdbc.queryForObject("SELECT visits FROM page WHERE id = ?", Long.class, page);
        }
    }

    @Bean
    Visits visits(JdbcTemplate jdbc) {
        return new Visits(jdbc);
    }

    @Bean
    CommandLineRunner run(Visits visits, HealthEndpoint health, MeterRegistry figures) {
        return arguments -> {
            long before = visits.visit(1);
            System.out.println("one more visit: " + (visits.visit(1) - before));
            long both = visits.visit(2);
            visits.visitBothOrNone(1, 2, false);
            try {
                visits.visitBothOrNone(1, 2, true);
            } catch (IllegalStateException e) {
                System.out.println("rolled back, as " + e.getMessage());
            }
            System.out.println("visits in transactions: " + (visits.visits(2) - both));
            try {
                visits.visitWhereNothingMayBeWritten(1);
            } catch (DataAccessException e) {
                System.out.println("read only: " + e.getClass().getSimpleName());
            }
            HealthComponent database = health.healthForPath("db");
            System.out.println("health: " + database.getStatus());
            System.out.println("connections: "
                + (figures.get("hikaricp.connections").tag("pool", "baton").gauge().value() >= 1 ? "some" : "none"));
            System.out.println("calls for a connection: "
                + (figures.get("hikaricp.connections.acquire").timer().count() >= 7 ? "counted" : "not counted"));
        };
    }
}
