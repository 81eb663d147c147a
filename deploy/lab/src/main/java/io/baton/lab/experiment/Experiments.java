package io.baton.lab.experiment;

import io.baton.lab.Experiment;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All experiments. */
public final class Experiments {

    private static final List<Experiment> OF_THE_PAPERS = List.of(
        new SingleLock(),
        new Figure4(),
        new Figure5(),
        new Figure6(),
        new Figure7(),
        new Figure8(),
        new Figure9(),
        new Figure10(),
        new Figure12(),
        new Figure13(),
        new Table3(),
        new Table4(),
        new DslrFigure8(),
        new DslrFigure9(),
        new DslrFigure10(),
        new DslrFigure11(),
        new DslrFigure14(),
        new DslrFigure15(),
        new DslrFigure16(),
        new DslrFigure17(),
        new DslrFigure19(),
        new QplockLocal());

    /** Those that are about Baton alone. */
    private static final List<Experiment> OUR_OWN = List.of(
        new Ablation(),
        new SessionsExperiment(),
        new PlainEntries());

    private Experiments() {
    }

    /** {@return the experiments of the papers, in the order in which they are listed and run} */
    public static List<Experiment> ofThePapers() {
        return OF_THE_PAPERS;
    }

    /** {@return all experiments, those of the papers first} */
    public static List<Experiment> all() {
        return Stream.concat(OF_THE_PAPERS.stream(), OUR_OWN.stream()).toList();
    }

    /** {@return a few of the papers' experiments: those that tell most of the model} */
    public static List<Experiment> ofCalibration() {
        return List.of(new SingleLock(), new Figure4(), new Figure5(), new Figure6(), new Table3(), new Table4());
    }

    /**
     * Looks an experiment up.
     *
     * @param name its name
     * @return the experiment, or empty if there is none of that name
     */
    public static Optional<Experiment> named(String name) {
        return all().stream().filter(experiment -> experiment.name().equals(name)).findFirst();
    }
}
