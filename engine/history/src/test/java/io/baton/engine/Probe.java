package io.baton.engine;

import java.util.List;
import java.util.SplittableRandom;
import org.agrona.concurrent.NanoClock;

/**
 * A workload that is judged by nothing but what its clients saw: results of calls and when they were asked and
 * answered. Shares no code with the history checker.
 */
interface Probe {

    /** Adds the tables. */
    EngineBuilder tables(EngineBuilder builder);

    /** Fills the tables and registers the procedures, with a mistake. */
    void prepare(Engine engine, PlantedMistake mistake);

    /** Makes one call by chance and notes what came of it. Several threads. */
    void call(Session session, SplittableRandom random, NanoClock clock);

    /** Says what contradicts a serial order of all calls; empty if nothing does. All clients have ended. */
    List<String> contradictions(Engine engine);
}
