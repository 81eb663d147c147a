package io.baton.storage.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PagesTest {
    private static final int PAGE_BYTES = 4096;

    @Test
    void pagesAreWholeAndCountedUntilTheTableIsFull() {
        var account = new MemoryAccount(Long.MAX_VALUE);
        List<Long> pages = new ArrayList<>();
        try (var some = new Pages("t", PAGE_BYTES, 10, 200, 800, account)) {
            for (int i = 0; i < 200; i++) {
                long page = some.allocate();
                assertThat(page % 8).isZero();
                assertThat(account.bytes()).isEqualTo((i + 1L) * PAGE_BYTES);
                for (long b = 0; b < PAGE_BYTES; b += 8) {
                    Memory.putLong(page + b, ~page);
                }
                pages.add(page);
            }
            assertThat(some.allocate()).isEqualTo(Pages.FULL);
            for (long page : pages) {
                for (long b = 0; b < PAGE_BYTES; b += 8) {
                    assertThat(Memory.getLong(page + b) == ~page).isTrue();
                }
            }
        }
        assertThat(account.bytes()).isZero();
    }

    @Test
    void limitOfMemoryRefusesAPageAndTakesNothing() {
        var account = new MemoryAccount(3 * PAGE_BYTES + 100);
        try (var some = new Pages("t", PAGE_BYTES, 10, 200, 800, account)) {
            for (int i = 0; i < 3; i++) {
                assertThat(some.allocate()).isPositive();
            }
            assertThat(some.allocate()).isEqualTo(Pages.REFUSED);
            assertThat(account.admits(0)).isTrue();
            assertThat(account.bytes()).isEqualTo(3 * PAGE_BYTES);
            account.take(PAGE_BYTES);
            assertThat(account.admits(0)).isFalse();
            account.give(2 * PAGE_BYTES);
            assertThat(some.allocate()).isPositive();
            account.take(PAGE_BYTES);
        }
        assertThat(account.bytes()).isZero();
    }
}
