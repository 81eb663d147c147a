package io.baton.engine.model;

import org.jspecify.annotations.Nullable;

/** Something that a client did beside programs, and that the model has to confirm. */
interface Recorded {

    /** When it was, among the transactions of the run. */
    long number();

    /** Does the same to the model, as it was then; says what is wrong, or null. */
    @Nullable
    String replay(ModelCells model);
}
