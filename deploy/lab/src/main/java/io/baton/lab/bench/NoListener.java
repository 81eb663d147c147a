package io.baton.lab.bench;

import io.baton.deploy.run.LiveSecond;
import io.baton.deploy.run.Phase;
import io.baton.deploy.run.RunListener;
import io.baton.workload.ConditionResult;
import java.util.Map;

/** Tells nobody how a run goes. */
final class NoListener implements RunListener {

    @Override
    public void progress(Phase phase, long done, long total, double seconds) {
    }

    @Override
    public void loaded(long rows, double seconds) {
    }

    @Override
    public void checked(Phase phase, Map<String, ConditionResult> results, double seconds) {
    }

    @Override
    public void started() {
    }

    @Override
    public void second(LiveSecond second) {
    }

    @Override
    public void ended() {
    }
}
