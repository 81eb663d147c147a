package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page of a server with users, in a browser, if Chromium is installed. */
@Tag("slow")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class LoginPageTest {

    /** The form is there; while the page is loaded again nothing is. */
    private static final String LOGIN = "document.getElementById('login')?.hidden === false";

    private static void type(Browser browser, String id, String text) {
        browser.evaluate("{const e = document.getElementById('" + id + "'); e.focus(); e.value = '';}");
        browser.send("Input.insertText", "{\"text\": \"" + text + "\"}");
    }

    private static void enter(Browser browser, String user, String password) {
        type(browser, "login-user", user);
        type(browser, "login-password", password);
        browser.press("Enter", 13);
    }

    /** As it is, in both schemes and as wide as a phone, too. */
    private static void axe(Browser browser) throws IOException {
        for (final int width : List.of(360, 1280)) {
            browser.size(width, 900);
            for (final String scheme : List.of("dark", "light")) {
                browser.prefer(scheme);
                assertThat(browser.axe()).as(scheme + " " + width).isEmpty();
            }
        }
    }

    @Test
    void anOperatorLogsInSeesTheServerCallsAndLogsOut(@TempDir Path folder) throws IOException, InterruptedException {
        final Path program = Browser.installed();
        final Tellers tellers = new Tellers(Files.createDirectory(folder.resolve("users")));
        try (TestConsole console = new TestConsole(options -> options.users(tellers.path), options -> options);
            Browser browser = new Browser(program, folder.resolve("profile"))) {
            browser.size(1280, 900);
            browser.open(console.url("/"));
            browser.await(LOGIN);
            assertThat(browser.evaluate("document.getElementById('pages').hidden").getAsBoolean()).isTrue();
            assertThat(browser.evaluate("document.activeElement.id").getAsString()).isEqualTo("login-user");
            axe(browser);
            enter(browser, "olga", "wrong");
            browser.await("document.getElementById('login-problem').textContent.includes('password is wrong')");
            axe(browser);
            enter(browser, "max", "max-secret");
            browser.await("document.getElementById('login-problem').textContent.includes('may not operate')");
            enter(browser, "olga", "olga-secret");
            browser.await("document.querySelector('#health.good')");
            assertThat(browser.text("#user")).isEqualTo("olga");
            assertThat(browser.evaluate("document.cookie").getAsString()).as("what scripts see").isEmpty();
            browser.evaluate("location.hash = '#/call'");
            browser.await("document.querySelector('#call-procedure option')");
            assertThat(browser.text("#call-procedure").strip()).isEqualTo("Deposit");
            type(browser, "call-argument-0", "7");
            type(browser, "call-argument-1", "5");
            browser.evaluate("document.getElementById('call-send').click()");
            browser.await("document.querySelector('#call-result .outcome.good')");
            browser.evaluate("document.getElementById('logout').click()");
            browser.await("document.readyState === 'complete' && " + LOGIN);
            assertThat(browser.text("#tiles")).isEmpty();
            assertThat(browser.complaints).allMatch(text -> text.contains("401") || text.contains("403"));
        }
    }

    @Test
    void aPageWhoseSessionIsTakenAwayShowsNothingMore(@TempDir Path folder) throws IOException, InterruptedException {
        final Path program = Browser.installed();
        final Tellers tellers = new Tellers(Files.createDirectory(folder.resolve("users")));
        try (TestConsole console = new TestConsole(options -> options.users(tellers.path), options -> options);
            Browser browser = new Browser(program, folder.resolve("profile"))) {
            browser.size(360, 740);
            browser.open(console.url("/#/storage"));
            browser.await(LOGIN);
            assertThat(browser.evaluate("document.documentElement.scrollWidth > innerWidth").getAsBoolean()).isFalse();
            enter(browser, "olga", "olga-secret");
            browser.await("document.querySelector('#tables-table tbody')?.innerText.includes('branch')");
            assertThat(browser.evaluate("document.documentElement.scrollWidth > innerWidth").getAsBoolean()).isFalse();
            tellers.remove("olga");
            browser.await(LOGIN);
            assertThat(browser.evaluate("document.body.innerHTML.includes('branch')").getAsBoolean()).isFalse();
        }
    }
}
