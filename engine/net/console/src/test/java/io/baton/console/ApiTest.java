package io.baton.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.baton.client.BatonClient;
import io.baton.client.CallException;
import io.baton.client.RemoteTransaction;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What the page is told, and how it calls. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ApiTest {

    private final TestConsole console = new TestConsole();

    @AfterAll
    void close() {
        console.close();
    }

    private static JsonObject named(JsonArray list, String name) {
        for (final JsonElement element : list) {
            if (element.getAsJsonObject().get("name").getAsString().equals(name)) {
                return element.getAsJsonObject();
            }
        }
        throw new AssertionError(name + " is not in " + list);
    }

    @Test
    void statusTellsTablesMemoryAndThatThereIsNoLog() throws IOException, InterruptedException {
        final JsonObject status = console.json("/api/status").getAsJsonObject();
        assertThat(status.keySet()).containsExactly("server", "connections", "transactions", "calls", "memory",
            "locks", "store", "tables");
        assertThat(status.get("store").isJsonNull()).isTrue();
        final JsonObject branch = named(status.getAsJsonArray("tables"), "branch");
        assertThat(branch.get("rows").getAsInt()).isEqualTo(Branches.BRANCHES);
        assertThat(branch.get("key")).isEqualTo(JsonParser.parseString("[\"id\"]"));
        assertThat(status.getAsJsonObject("memory").get("bytes").getAsLong()).isPositive();
    }

    @Test
    void proceduresTellTheirParametersAndWhyTheyCannotBeCalled() throws IOException, InterruptedException {
        final JsonArray procedures = console.json("/api/procedures").getAsJsonArray();
        final JsonObject listing = named(procedures, "Listing");
        assertThat(listing.get("callable").getAsBoolean()).isTrue();
        assertThat(listing.getAsJsonArray("parameters")).isEqualTo(JsonParser.parseString("""
            [{"kind": "int32", "nullable": false, "name": "first", "text": "int32 not null"},
             {"kind": "int32", "nullable": true, "name": "rows", "text": "int32"},
             {"kind": "string", "nullable": true, "name": "note", "text": "string"}]"""));
        final JsonObject take = named(procedures, "Take");
        assertThat(take.get("callable").getAsBoolean()).isFalse();
        assertThat(take.get("why").getAsString()).contains("Runnable");
    }

    @Test
    void callsAreCountedByHowTheyEnd() throws IOException, InterruptedException {
        try (BatonClient client = console.connect("teller")) {
            client.procedure("Deposit", Long.class).call(50, 1);
            try {
                client.procedure("Deposit", Long.class).call(50, -1);
            } catch (CallException e) {
                assertThat(e.sqlState()).isEqualTo("45000");
            }
        }
        final JsonObject deposit = named(console.json("/api/procedures").getAsJsonArray(), "Deposit");
        assertThat(deposit.get("committed").getAsInt()).isPositive();
        assertThat(deposit.get("abortedByProcedure").getAsInt()).isPositive();
        assertThat(deposit.get("p99").getAsLong()).isGreaterThanOrEqualTo(deposit.get("p50").getAsLong()).isPositive();
    }

    @Test
    void aCallReturnsItsResultWithAllDigits() throws IOException, InterruptedException {
        final JsonObject number =
            console.call("{\"procedure\": \"Deposit\", \"arguments\": [\"3\", \"9007199254740993\"]}");
        assertThat(number.get("outcome").getAsString()).isEqualTo("COMMITTED");
        assertThat(number.get("value").getAsString()).isEqualTo("9007199254741293");
        final JsonObject rows = console.call("{\"procedure\": \"Listing\", \"arguments\": [7, 2, null]}");
        assertThat(rows.get("value")).isEqualTo(JsonParser.parseString("""
            [{"id": "7", "total": "7.00", "seen": "2023-11-14T22:13:27Z", "note": null},
             {"id": "8", "total": "8.00", "seen": "2023-11-14T22:13:28Z", "note": null}]"""));
        assertThat(rows.get("rows").getAsInt()).isEqualTo(2);
    }

    @Test
    void argumentsOfAllKindsArrive() throws IOException, InterruptedException {
        final JsonObject list = console.call(
            "{\"procedure\": \"Echo\", \"arguments\": [true, -5, \"12.50\", \"00ff\", [1, \"2\", null], null]}");
        assertThat(list.get("value"))
            .isEqualTo(JsonParser.parseString("[true, \"-5\", \"12.50\", \"00ff\", [\"1\", \"2\", null]]"));
        final JsonObject record = console.call("""
            {"procedure": "Echo", "arguments": ["false", null, null, null, null,
             {"id": 4, "total": 1.5, "seen": "2026-11-23T07:30:00Z", "note": "x"}]}""");
        assertThat(record.get("outcome").getAsString()).as(record.toString()).isEqualTo("COMMITTED");
    }

    @Test
    void aLongResultIsCutAndItsLengthTold() throws IOException, InterruptedException {
        final JsonObject rows = console.call("{\"procedure\": \"Listing\", \"arguments\": [0, 1500, null]}");
        assertThat(rows.get("rows").getAsInt()).isEqualTo(1500);
        assertThat(rows.getAsJsonArray("value")).hasSize(1000);
    }

    @Test
    void aCallThatIsNotCommittedSaysWhy() throws IOException, InterruptedException {
        assertThat(refusal("{\"procedure\": \"Deposit\", \"arguments\": [1, -1]}"))
            .isEqualTo("ABORTED_BY_PROCEDURE 45000 <b>no</b> debts at branch 1");
        assertThat(refusal("{\"procedure\": \"Deposit\", \"arguments\": [1, \"x\"]}"))
            .isEqualTo("REFUSED 42804 argument 2 (cents): give a whole number");
        assertThat(refusal("{\"procedure\": \"Deposit\", \"arguments\": [1]}")).startsWith("REFUSED 07001 ");
        assertThat(refusal("{\"procedure\": \"Deposit\", \"arguments\": [1, null]}")).startsWith("REFUSED 22004 ");
        assertThat(refusal("{\"procedure\": \"Nobody\", \"arguments\": []}")).startsWith("REFUSED 42883 ");
        assertThat(refusal("{\"procedure\": \"Take\", \"arguments\": [1]}")).startsWith("REFUSED 0A000 ");
        assertThat(refusal("{\"procedure\": \"Echo\", \"arguments\": [1, 2, 3, \"0\", [], {\"y\": 1}]}"))
            .startsWith("REFUSED 42804 argument 1 (bool): give true or false");
    }

    private String refusal(String body) throws IOException, InterruptedException {
        final JsonObject answer = console.call(body);
        return answer.get("outcome").getAsString() + " " + answer.get("sqlState").getAsString() + " "
            + answer.get("message").getAsString();
    }

    @Test
    void whoHoldsALockAndWhoWaitsIsSeen() throws IOException, InterruptedException {
        try (TestConsole busy = new TestConsole(); BatonClient client = busy.connect("teller")) {
            final CompletableFuture<Long> holder = client.procedure("Hold", Long.class).callAsync(42, 15_000);
            JsonObject status = busy.json("/api/status").getAsJsonObject();
            while (status.getAsJsonObject("calls").getAsJsonArray("longer").isEmpty()) {
                status = busy.json("/api/status").getAsJsonObject();
            }
            final JsonObject call = status.getAsJsonObject("calls").getAsJsonArray("longer").get(0).getAsJsonObject();
            assertThat(call.get("procedure").getAsString()).isEqualTo("Hold");
            assertThat(call.get("client").getAsString()).isEqualTo("teller");
            assertThat(call.get("connection").getAsString()).startsWith("127.0.0.1:");
            assertThat(call.get("state").getAsString()).isEqualTo("runs");
            final CompletableFuture<Long> waiter = client.procedure("Deposit", Long.class).callAsync(42, 1);
            JsonArray hottest = hottest(busy);
            while (hottest.isEmpty() || hottest.get(0).getAsJsonObject().getAsJsonArray("waiters").isEmpty()) {
                hottest = hottest(busy);
            }
            final JsonObject lock = hottest.get(0).getAsJsonObject();
            assertThat(lock.get("name").getAsString()).isEqualTo("branch (id=42)");
            assertThat(party(lock, "holders")).isEqualTo("Hold exclusive");
            assertThat(party(lock, "waiters")).isEqualTo("Deposit exclusive");
            for (final String side : List.of("holders", "waiters")) {
                final JsonObject who = lock.getAsJsonArray(side).get(0).getAsJsonObject();
                assertThat(who.get("client").getAsString()).isEqualTo("teller");
                assertThat(who.get("connection")).isEqualTo(call.get("connection"));
            }
            while (longer(busy).size() < 2) {
                Thread.onSpinWait();
            }
            assertThat(longer(busy).get(1).getAsJsonObject().get("state").getAsString())
                .matches("has waited for the lock of branch \\(id=42\\) for \\d+ ms");
            busy.branches.release();
            assertThat(holder.join()).isEqualTo(42);
            assertThat(waiter.join()).isEqualTo(4201);
        }
    }

    private static JsonArray longer(TestConsole console) throws IOException, InterruptedException {
        return console.json("/api/status").getAsJsonObject().getAsJsonObject("calls").getAsJsonArray("longer");
    }

    @Test
    void aTransactionThatIdlesIsShownWithWhatItHolds() throws IOException, InterruptedException {
        try (TestConsole busy = new TestConsole(); BatonClient client = busy.connect("teller")) {
            final RemoteTransaction transaction = client.begin();
            client.procedure("Deposit", Long.class).in(transaction).call(42, 1);
            final JsonObject open = transactions(busy);
            assertThat(open.get("open").getAsInt()).isOne();
            final JsonObject one = open.getAsJsonArray("list").get(0).getAsJsonObject();
            assertThat(one.get("client").getAsString()).isEqualTo("teller");
            assertThat(one.get("connection").getAsString()).startsWith("127.0.0.1:");
            assertThat(one.get("user").isJsonNull()).isTrue();
            assertThat(one.get("calls").getAsInt()).isOne();
            assertThat(one.get("locks").getAsInt()).isOne();
            assertThat(one.get("state").getAsString()).matches("idle for \\d+ ms");
            // While it idles, it is no call, and its calls are those of their procedures.
            final CompletableFuture<Long> waiter = client.procedure("Deposit", Long.class).callAsync(42, 1);
            JsonArray hottest = hottest(busy);
            while (hottest.isEmpty() || hottest.get(0).getAsJsonObject().getAsJsonArray("waiters").isEmpty()) {
                hottest = hottest(busy);
            }
            assertThat(party(hottest.get(0).getAsJsonObject(), "holders"))
                .isEqualTo("of a transaction of several calls exclusive");
            final CompletableFuture<Long> holding =
                client.procedure("Hold", Long.class).in(transaction).callAsync(43, 15_000);
            while (!transactions(busy).getAsJsonArray("list").get(0).getAsJsonObject().get("state").getAsString()
                .matches("Hold, for \\d+ ms")) {
                Thread.onSpinWait();
            }
            while (!party(hottest(busy).get(0).getAsJsonObject(), "holders").equals("Hold exclusive")) {
                Thread.onSpinWait();
            }
            busy.branches.release();
            holding.join();
            transaction.commit();
            waiter.join();
            assertThat(transactions(busy).get("open").getAsInt()).isZero();
        }
    }

    private static JsonObject transactions(TestConsole console) throws IOException, InterruptedException {
        return console.json("/api/status").getAsJsonObject().getAsJsonObject("transactions");
    }

    private static JsonArray hottest(TestConsole console) throws IOException, InterruptedException {
        return console.json("/api/status").getAsJsonObject().getAsJsonObject("locks").getAsJsonArray("hottest");
    }

    private static String party(JsonObject lock, String side) {
        final JsonObject first = lock.getAsJsonArray(side).get(0).getAsJsonObject();
        return first.get("procedure").getAsString() + " " + first.get("mode").getAsString();
    }

    @Test
    void aFileThatIsKnownIsNotSentAgain() throws IOException, InterruptedException {
        final String tag = console.get("/app.js").headers().firstValue("etag").orElseThrow();
        final HttpResponse<String> again = console.get("/app.js", "If-None-Match", tag);
        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }
}
