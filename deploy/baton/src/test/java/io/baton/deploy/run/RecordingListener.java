package io.baton.deploy.run;

import io.baton.workload.ConditionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Remembers what it was told. */
final class RecordingListener implements RunListener {

    final List<String> events = new ArrayList<>();
    final List<LiveSecond> seconds = new ArrayList<>();
    /** Zero once it has been told of a second. */
    final CountDownLatch firstSecond = new CountDownLatch(1);

    @Override
    public void progress(Phase phase, long done, long total, double seconds) {
        final String event = "progress " + phase;
        if (events.isEmpty() || !events.getLast().equals(event)) {
            events.add(event);
        }
    }

    @Override
    public void loaded(long rows, double seconds) {
        events.add("loaded " + rows);
    }

    @Override
    public void checked(Phase phase, Map<String, ConditionResult> results, double seconds) {
        events.add("checked " + phase + " " + results.keySet());
    }

    @Override
    public void started() {
        events.add("started");
    }

    @Override
    public void second(LiveSecond second) {
        seconds.add(second);
        firstSecond.countDown();
    }

    @Override
    public void ended() {
        events.add("ended");
    }
}
