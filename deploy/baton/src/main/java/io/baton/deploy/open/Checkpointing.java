package io.baton.deploy.open;

/**
 * What is done of checkpoints.
 *
 * @param taken since the engine was opened
 * @param underWay whether one is being written
 */
public record Checkpointing(long taken, boolean underWay) {

    public static final Checkpointing NONE = new Checkpointing(0, false);
}
