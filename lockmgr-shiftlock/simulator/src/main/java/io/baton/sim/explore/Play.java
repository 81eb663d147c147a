package io.baton.sim.explore;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One execution of a {@link Scenario}, as its author sees it. Asked only while all threads stand still. */
public interface Play {

    /**
     * Hashes everything that the code under test remembers and that decides how it goes on; memory, mailboxes, what
     * each thread is about to do and where in the code it is are the stage's.
     *
     * @return the hash
     */
    long digest();

    /**
     * Judges the present state.
     *
     * @return what is wrong, or null
     */
    @Nullable String violation();

    /**
     * Judges the end, after which nothing happens any more.
     *
     * @return what is wrong, or null
     */
    @Nullable String badEnd();

    /**
     * Tells whether it makes a difference that a timeout of a process's helper thread passes.
     *
     * @param node the process
     * @return false if it would only look and wait again
     */
    boolean heedsTime(int node);

    /**
     * Tells whether a client whose timeout passes repeats something that takes several timeouts. All but the first pass
     * together then, and what it reads meanwhile is read in one step.
     *
     * @param node its process
     * @return false if the next timeout is the first, or the only one
     */
    boolean repeats(int node);

    /**
     * Tells whether a process may still crash, or a verb of it be delayed.
     *
     * @param node the process
     * @return false once it has done its part
     */
    boolean mayFail(int node);

    /**
     * Describes the present state for people.
     *
     * @return some lines
     */
    List<String> situation();
}
