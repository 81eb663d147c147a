package io.baton.explore.scenario;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a {@link Scenario}, as its author sees it: what the code under test remembers in each process. Asked
 * only while all threads stand still.
 */
public interface SystemUnderTest {

    /**
     * Hashes what the code under test remembers in a process, what decides how it goes on, and what a thread may have
     * copied into its local variables; memory, mailboxes, what each thread is about to do and where in the code it is
     * are the execution's.
     *
     * @param node the process
     * @return the hash
     */
    long shared(int node);

    /**
     * Hashes the rest of what is remembered in a process and decides how it goes on: what no thread copies.
     *
     * @param node the process
     * @return the hash
     */
    long own(int node);

    /**
     * Tells what a process may keep at the end.
     *
     * @param node the process
     * @return a bit for each lock that it keeps though no client of its uses it
     */
    long kept(int node);

    /**
     * Judges a process for the case that nothing happens any more.
     *
     * @param node the process, which lives
     * @return what is wrong, or null
     */
    @Nullable
    String badEnd(int node);

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

    /** {@return some lines that describe the present state for people} */
    List<String> situation();
}
