package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteTransaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a browser, if Chromium is installed; axe-core judges it. {@code -Dshots=FOLDER} keeps a picture of each
 * page.
 */
@Tag("slow")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("FutureReturnValueIgnored") // Calls that go on beside the page.
final class PageTest {

    private static final List<String> PAGES = List.of("overview", "procedures", "locks", "sessions", "storage", "call");
    private static final int PHONE_WIDTH = 360;

    /** Who is wider than the page, and can be seen. */
    private static final String TOO_WIDE = "document.documentElement.scrollWidth > innerWidth";

    private TestConsole console;
    private BatonClient client;
    private Browser browser;
    private Thread load;

    @BeforeAll
    void open(@TempDir Path profile) throws IOException, InterruptedException {
        final Path program = Browser.installed();
        console = new TestConsole();
        client = console.connect("teller");
        load = Thread.ofVirtual().start(this::load);
        browser = new Browser(program, profile);
        browser.size(1280, 900);
    }

    private void load() {
        long i = 0;
        try {
            while (true) {
                client.procedure("Deposit", Long.class).callAsync(i % 100, i % 10 == 0 ? -1 : 1);
                if (i % 200 == 0) {
                    client.procedure("Hold", Long.class).callAsync(7, 400);
                }
                Thread.sleep(5);
                i++;
            }
        } catch (InterruptedException | CallException e) {
            // The test is over.
        }
    }

    @AfterAll
    void close() {
        if (console != null) {
            load.interrupt();
            browser.close();
            console.branches.release();
            client.close();
            console.close();
        }
    }

    @AfterEach
    void nothingHasComplained() {
        if (browser != null) {
            assertThat(browser.complaints).isEmpty();
        }
    }

    private void show(String page) {
        browser.open("about:blank");
        browser.open(console.url("/#/" + page));
        browser.await("document.querySelector('#health.good')");
        browser.await("!document.getElementById('" + page + "').hidden");
    }

    @Test
    void chartsBeginWithHistoryAndGoOn() {
        browser.await("true");
        show("overview");
        browser.await("document.querySelector('#chart-calls path.line.one')?.getAttribute('d').includes('L')");
        browser.await("document.querySelector('#chart-latency path.line.two')");
        assertThat(browser.evaluate("document.querySelectorAll('.plot svg[role=img][aria-label]').length").getAsInt())
            .isEqualTo(4);
        final String drawn = browser.evaluate("document.querySelector('#chart-calls path.line.one').getAttribute('d')")
            .getAsString();
        browser.await("document.querySelector('#chart-calls path.line.one').getAttribute('d') !== '" + drawn + "'");
        assertThat(browser.text("#tiles")).contains("Calls per second", "Connections");
    }

    @Test
    void proceduresLocksSessionsAndTablesAreShown() {
        show("procedures");
        browser.await("document.querySelector('#procedures-table tbody')?.innerText.includes('Deposit')");
        assertThat(browser.text("#procedures-table")).contains("first int32 not null", "Runnable");
        show("locks");
        browser.await("document.querySelector('#hot-table')?.innerText.includes('branch (id=7)')");
        show("sessions");
        browser.await("document.querySelector('#long-table')?.innerText.includes('Hold')");
        assertThat(browser.text("#connections-table")).contains("teller");
        show("storage");
        browser.await("document.querySelector('#tables-table tbody')?.innerText.includes('branch')");
        assertThat(browser.text("#store")).contains("no data directory");
    }

    private void choose(String procedure) {
        show("call");
        browser.await("document.querySelector('#call-procedure option[value=" + procedure + "]')");
        browser.evaluate("{const s = document.getElementById('call-procedure'); s.value = '" + procedure
            + "'; s.dispatchEvent(new Event('change'));}");
    }

    private void type(int argument, String text) {
        browser.evaluate("document.getElementById('call-argument-" + argument + "').focus()");
        browser.send("Input.insertText", "{\"text\": \"" + text + "\"}");
    }

    @Test
    void theFormCallsByKeyboardAndShowsATable() {
        choose("Listing");
        type(0, "7");
        type(1, "3");
        type(2, "<i>note</i>");
        browser.press("Enter", 13);
        browser.await("document.querySelector('#call-result table')");
        assertThat(browser.text("#call-result")).contains("Committed", "<i>note</i>", "2023-11-14T22:13:27Z");
        assertThat(browser.evaluate("document.querySelectorAll('#call-result tbody tr').length").getAsInt())
            .isEqualTo(3);
        browser.evaluate("[...document.querySelectorAll('#call-result button')].find(b => b.textContent === 'JSON')"
            + ".click()");
        assertThat(browser.text("#call-result pre")).contains("\"id\": 7,", "\"note\": \"<i>note</i>\"");
    }

    @Test
    void aCallThatGivesUpShowsItsStateAndItsWords() {
        choose("Deposit");
        type(0, "7");
        type(1, "-1");
        browser.evaluate("document.getElementById('call-send').click()");
        browser.await("document.querySelector('#call-result .outcome.bad')");
        assertThat(browser.text("#call-result")).contains("SQLSTATE 45000", "<b>no</b> debts at branch 7");
    }

    @Test
    void nothingIsWiderThanAPhone() throws IOException {
        browser.size(PHONE_WIDTH, 740);
        try {
            for (final String page : PAGES) {
                show(page);
                assertThat(browser.evaluate(TOO_WIDE).getAsBoolean()).as(page).isFalse();
                shoot("phone-" + page);
            }
        } finally {
            browser.size(1280, 900);
        }
    }

    @Test
    void darkModeFollowsTheSystemAndTheSwitch() throws IOException {
        final String ground = "getComputedStyle(document.body).backgroundColor";
        browser.prefer("dark");
        try {
            show("overview");
            assertThat(browser.evaluate(ground).getAsString()).isEqualTo("rgb(18, 22, 28)");
            for (final String page : PAGES) {
                show(page);
                shoot("dark-" + page);
            }
            browser.evaluate("document.getElementById('theme').click()");
            assertThat(browser.evaluate(ground).getAsString()).isEqualTo("rgb(246, 247, 249)");
            show("overview");
            assertThat(browser.evaluate(ground).getAsString()).isEqualTo("rgb(246, 247, 249)");
        } finally {
            browser.evaluate("localStorage.clear()");
            browser.prefer("light");
        }
    }

    @Test
    void everythingHasANameAndCanBeReached() throws IOException {
        for (final String page : PAGES) {
            show(page);
            shoot("light-" + page);
            assertThat(strings("""
                [...document.querySelectorAll('input, select, textarea')]
                .filter(e => e.offsetParent && !e.labels.length).map(e => e.outerHTML)""")).as(page).isEmpty();
            assertThat(strings("""
                [...document.querySelectorAll('button, a')].filter(e => e.offsetParent && !e.textContent.trim())
                .map(e => e.outerHTML)""")).as(page).isEmpty();
            assertThat(strings("""
                (ids => ids.filter((id, i) => ids.indexOf(id) !== i))
                ([...document.querySelectorAll('[id]')].map(e => e.id))""")).as(page).isEmpty();
            assertThat(strings("""
                [...document.querySelectorAll('[aria-labelledby]')].map(e => e.getAttribute('aria-labelledby'))
                .filter(id => !document.getElementById(id))""")).as(page).isEmpty();
        }
        assertThat(browser.evaluate("document.querySelectorAll('main, h1, nav[aria-label], html[lang]').length")
            .getAsInt()).isEqualTo(4);
    }

    @Test
    void axeFindsNothing() throws IOException {
        final RemoteTransaction idle = client.begin();
        client.procedure("Deposit", Long.class).in(idle).call(77, 1);
        try {
            for (final int width : List.of(1280, PHONE_WIDTH)) {
                browser.size(width, 900);
                for (final String scheme : List.of("light", "dark")) {
                    browser.prefer(scheme);
                    for (final String page : PAGES) {
                        show(page);
                        assertThat(browser.axe()).as(width + " " + scheme + " " + page).isEmpty();
                    }
                    axeOfResults(width + " " + scheme);
                }
            }
        } finally {
            idle.rollback();
            browser.size(1280, 900);
            browser.prefer("light");
        }
    }

    /** A table, its JSON, and a call that has failed. */
    private void axeOfResults(String how) throws IOException {
        choose("Listing");
        type(0, "7");
        type(1, "3");
        browser.evaluate("document.getElementById('call-send').click()");
        browser.await("document.querySelector('#call-result table')");
        assertThat(browser.axe()).as(how + " table").isEmpty();
        browser.evaluate("[...document.querySelectorAll('#call-result button')].find(b => b.textContent === 'JSON')"
            + ".click()");
        assertThat(browser.axe()).as(how + " JSON").isEmpty();
        assertThat(browser.evaluate(TOO_WIDE).getAsBoolean()).as(how).isFalse();
        choose("Deposit");
        type(0, "7");
        type(1, "-1");
        browser.evaluate("document.getElementById('call-send').click()");
        browser.await("document.querySelector('#call-result .outcome.bad')");
        assertThat(browser.axe()).as(how + " failure").isEmpty();
    }

    @Test
    void whoHoldsAndWaitsAndIdlesIsShown() throws IOException {
        final RemoteTransaction idle = client.begin();
        client.procedure("Deposit", Long.class).in(idle).call(78, 1);
        final CompletableFuture<Long> waiter = client.procedure("Deposit", Long.class).callAsync(78, 1);
        try {
            show("locks");
            browser.await("document.querySelector('#hot-table')?.innerText.includes('branch (id=78)')");
            final String row = "[...document.querySelectorAll('#hot-table tbody tr')].find(r => "
                + "r.innerText.includes('branch (id=78)'))";
            browser.await(row + ".innerText.includes('of a transaction of several calls, exclusive')");
            assertThat(browser.evaluate(row + ".innerText").getAsString()).contains("Deposit, exclusive")
                .containsPattern("127.0.0.1:\\d+\\s+teller");
            shoot("light-locks-held");
            show("sessions");
            browser.await("document.querySelector('#transactions-table')?.innerText.includes('idle for')");
            assertThat(browser.text("#transactions-table")).contains("teller").containsPattern("127.0.0.1:\\d+");
            browser.await("document.querySelector('#long-table')?.innerText"
                + ".includes('has waited for the lock of branch (id=78)')");
            assertThat(browser.text("#long-table")).doesNotContain("within the server");
            shoot("light-sessions-idle");
        } finally {
            idle.rollback();
        }
        waiter.join();
    }

    private List<String> strings(String expression) {
        return browser.strings(expression);
    }

    private void shoot(String name) throws IOException {
        final String folder = System.getProperty("shots", "");
        if (!folder.isEmpty()) {
            browser.shoot(Files.createDirectories(Path.of(folder)).resolve(name + ".png"));
        }
    }
}
