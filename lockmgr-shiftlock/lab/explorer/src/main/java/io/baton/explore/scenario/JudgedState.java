package io.baton.explore.scenario;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is written down about all processes together, to judge it. It holds values only: no objects of the system under
 * test, which another execution does not have. Changed only by a {@link Change}, always after it was copied.
 */
public interface JudgedState {

    /** Something to write down; it must not refer to objects of the code under test. */
    @FunctionalInterface
    interface Change {

        /**
         * Writes it down.
         *
         * @param observer the observer
         * @param view what else there is to see
         */
        void apply(JudgedState observer, StateView view);
    }

    /** A question to the observer and the rest; it must not refer to objects of the code under test. */
    @FunctionalInterface
    interface Question extends Predicate<StateView> {
    }

    /** {@return another observer with the same content} */
    JudgedState copy();

    /** {@return the hash of all of it} */
    long digest();

    /** {@return what is wrong with the present state, or null} */
    @Nullable
    String violation();

    /**
     * Judges the end, after which nothing happens any more.
     *
     * @param view what else there is to see
     * @return what is wrong, or null
     */
    @Nullable
    String badEnd(StateView view);

    /**
     * Tells whether a process may still crash, or a verb of it be delayed.
     *
     * @param node the process
     * @return false once it has done its part
     */
    boolean mayFail(int node);

    /**
     * Notes that a process has crashed.
     *
     * @param node the process
     */
    void crashed(int node);
}
