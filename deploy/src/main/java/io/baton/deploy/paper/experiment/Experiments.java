package io.baton.deploy.paper.experiment;

import io.baton.deploy.paper.Experiment;
import java.util.List;
import java.util.Optional;

/** All experiments. */
public final class Experiments {

    private static final List<Experiment> ALL = List.of(
        new SingleLock(),
        new Figure4(),
        new Figure5(),
        new Figure6(),
        new Figure7(),
        new Figure8(),
        new Figure9(),
        new Figure10(),
        new Figure12(),
        new Table3(),
        new Table4());

    private Experiments() {
    }

    /**
     * Returns all experiments.
     *
     * @return in the order in which they are listed and run
     */
    public static List<Experiment> all() {
        return ALL;
    }

    /**
     * Looks an experiment up.
     *
     * @param name its name
     * @return the experiment, or empty if there is none of that name
     */
    public static Optional<Experiment> named(String name) {
        return ALL.stream().filter(experiment -> experiment.name().equals(name)).findFirst();
    }
}
