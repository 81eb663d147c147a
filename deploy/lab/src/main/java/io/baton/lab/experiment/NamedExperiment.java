package io.baton.lab.experiment;

import io.baton.lab.Experiment;

/** An experiment that is one figure or table of a paper, or one of ours. */
abstract class NamedExperiment implements Experiment {

    private final String name;
    private final String shows;
    private final String source;

    NamedExperiment(String name, String shows, String source) {
        this.name = name;
        this.shows = shows;
        this.source = source;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String shows() {
        return shows;
    }

    @Override
    public final String source() {
        return source;
    }
}
