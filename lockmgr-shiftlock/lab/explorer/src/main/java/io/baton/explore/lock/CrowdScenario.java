package io.baton.explore.lock;

import io.baton.explore.scenario.Environment;
import io.baton.explore.scenario.Grain;
import io.baton.explore.scenario.JudgedState;
import io.baton.explore.scenario.Scenario;
import io.baton.explore.scenario.SystemUnderTest;
import io.baton.explore.scenario.Wording;
import io.baton.lock.shiftlock.ShiftLockOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * A few clients of a lock table without recovery, each with a program, in one process or several. Nothing fails; but
 * notices overtake each other, deadlines pass, and waits end early.
 *
 * @param options how the protocol goes
 * @param locks how many locks there are
 * @param names what people call the clients
 * @param programs what each does, in the words of {@link Operation#program}
 * @param nodes the process of each, 1 or more
 * @param scripted whether clients wait for more operations when their programs have ended
 * @param locksEach how many locks each lock server has, if their processors execute verbs; 0 for one server whose
 *     adapter does
 */
public record CrowdScenario(ShiftLockOptions options, int locks, List<String> names,
        List<String> programs, List<Integer> nodes, boolean scripted, int locksEach)
    implements Scenario {

    /** Begins the program of a client of another process, which keeps no locks. */
    private static final String ELSEWHERE = "@";
    /** Of a program whose client may leave its place in a queue to the agent of its process. */
    private static final String LEAVES = "xd";
    /** A client that may leave the queue at which its chain has stopped. */
    private static final String GIVES_UP = "]d";
    private static final int ENTRY_BYTES = 16;

    /**
     * Puts clients into processes as the options allow: all into one if they know of each other there, but for those
     * whose program begins with {@code @}; otherwise each into its own, but for those that share an agent. Clients are
     * called W1, W2, ... if their program takes a lock exclusively, otherwise R1, R2, ...
     *
     * @param options how the protocol goes
     * @param programs what the clients do
     * @return the scenario
     */
    public static CrowdScenario of(ShiftLockOptions options, String... programs) {
        final List<String> names = new ArrayList<>();
        final List<Integer> nodes = new ArrayList<>();
        final boolean cooperates = options.caching() || options.localTurns() > 0;
        int writers = 0;
        int readers = 0;
        int node = 1;
        for (String program : programs) {
            names.add(program.contains("x") ? "W" + ++writers : "R" + ++readers);
            if (cooperates) {
                nodes.add(program.startsWith(ELSEWHERE) ? 2 : 1);
            } else {
                nodes.add(program.contains(LEAVES) ? 1 : ++node);
            }
        }
        final int locks = 1 + String.join("", programs).chars().filter(Character::isDigit).map(c -> c - '0').max()
            .orElse(0);
        return new CrowdScenario(options, locks, List.copyOf(names), List.of(programs),
            List.copyOf(nodes), false, 0);
    }

    /**
     * Makes clients that wait for operations from a script.
     *
     * @param options how the protocol goes
     * @param locks how many locks there are
     * @param names what people call them
     * @return the scenario, all in one process
     */
    static CrowdScenario scripted(ShiftLockOptions options, int locks, List<String> names) {
        return new CrowdScenario(options, locks, List.copyOf(names), names.stream().map(name -> "").toList(),
            names.stream().map(name -> 1).toList(), true, 0);
    }

    /** The same with all clients in one process. */
    CrowdScenario together() {
        return new CrowdScenario(options, locks, names, programs, nodes.stream().map(node -> 1).toList(),
            scripted, locksEach);
    }

    /**
     * The same with lock servers whose processors execute verbs.
     *
     * @param locksEach how many locks each has, the last perhaps fewer
     * @return the scenario
     */
    public CrowdScenario executed(int locksEach) {
        return new CrowdScenario(options, locks, names, programs, nodes, scripted, locksEach);
    }

    @Override
    public boolean executes() {
        return locksEach > 0;
    }

    @Override
    public int server(long address) {
        return locksEach > 0 ? (int) (address / ENTRY_BYTES / locksEach) : 0;
    }

    List<Operation> program(int client) {
        final String program = programs.get(client);
        return program.isBlank() ? List.of()
            : Operation.program(program.startsWith(ELSEWHERE) ? program.substring(1) : program);
    }

    /** The first process keeps locks at once, the others never. */
    static int keepAfter(int node) {
        return node == 1 ? 0 : Integer.MAX_VALUE;
    }

    @Override
    public int processes() {
        return nodes.stream().mapToInt(Integer::intValue).max().orElse(1);
    }

    @Override
    public Grain grain() {
        return Grain.FINE;
    }

    /** One agent for those who have left a queue, and one for locks that the process keeps. */
    @Override
    public int lateThreads(int node) {
        boolean leaves = scripted;
        for (int i = 0; i < programs.size(); i++) {
            leaves |= nodes.get(i) == node && (programs.get(i).contains(LEAVES) || programs.get(i).contains(GIVES_UP));
        }
        return (leaves ? 1 : 0) + (options.caching() && node == 1 ? 1 : 0);
    }

    @Override
    public long memoryBytes() {
        return (long) locks * ENTRY_BYTES;
    }

    @Override
    public long pauseNanos() {
        return 0;
    }

    @Override
    public long lapseNanos() {
        return Long.MAX_VALUE;
    }

    @Override
    public Wording wording() {
        return new CrowdWording(options.entry());
    }

    @Override
    public JudgedState observer() {
        return new CrowdObserver(programs.size(), locks, options.entry());
    }

    @Override
    public SystemUnderTest begin(Environment environment) {
        return new CrowdSystem(this, environment);
    }

    @Override
    public String toString() {
        return options + ", " + String.join(" | ", programs);
    }
}
