package io.baton.deploy.report;

import io.baton.deploy.open.LogWork;
import io.baton.deploy.open.StoreResult;
import io.baton.storage.recovery.RecoveryReport;
import java.util.LinkedHashMap;
import java.util.Map;

/** What is told of a store, as JSON. */
final class StoreJson {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;

    private StoreJson() {
    }

    static void put(StoreResult store, Map<String, Object> json) {
        json.put("durability", store.durability());
        json.put("log", log(store.log()));
        final RecoveryReport recovery = store.recovery();
        if (recovery != null) {
            json.put("recovery", recovery(recovery));
        }
    }

    /** While measuring, as the throughput beside it. */
    private static Map<String, Object> log(LogWork log) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("transactions", log.transactions());
        json.put("bytes", log.bytes());
        json.put("bytesPerTransaction", log.bytesPerTransaction());
        json.put("forces", log.forces());
        json.put("transactionsPerForce", log.transactionsPerForce());
        json.put("meanForceMillis", log.meanForceNanos() / NANOS_PER_MILLI);
        return json;
    }

    private static Map<String, Object> recovery(RecoveryReport recovery) {
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("checkpoint", recovery.checkpoint());
        json.put("checkpointRows", recovery.checkpointRows());
        json.put("checkpointBytes", recovery.checkpointBytes());
        json.put("logBytes", recovery.logBytes());
        json.put("transactions", recovery.transactions());
        json.put("writes", recovery.writes());
        json.put("closed", recovery.closed());
        json.put("tornBytes", recovery.tornBytes());
        json.put("millis", recovery.nanos() / NANOS_PER_MILLI);
        json.put("checkpointMillis", recovery.checkpointNanos() / NANOS_PER_MILLI);
        json.put("logMillis", recovery.logNanos() / NANOS_PER_MILLI);
        json.put("indexMillis", recovery.indexNanos() / NANOS_PER_MILLI);
        json.put("mebibytesPerSecond", recovery.bytesPerSecond() / BYTES_PER_MEBIBYTE);
        json.put("damagedCheckpoints", recovery.damagedCheckpoints());
        json.put("upgrades", recovery.upgrades());
        return json;
    }
}
