package io.baton.house;

import java.util.Set;
import java.util.regex.Pattern;

/** A way in which the outside world decides something, and the calls that open it. */
enum Door {
    /** The time of the machine. */
    CLOCK(
        "java\\.lang\\.System\\.(?:nanoTime|currentTimeMillis)\\(.*"
            + "|java\\.time\\.\\w+\\.now\\(.*"
            + "|java\\.time\\.Clock\\.(?:system|tick)\\w*\\(.*"
            + "|java\\.util\\.Date\\.<init>\\(\\)"
            + "|org\\.agrona\\.concurrent\\.(?:System|Offset)\\w*Clock\\..*",
        "ask the Agrona NanoClock that was handed in"),
    /** Waiting that takes time of the machine, or a thread of it. */
    WAITING(
        "java\\.lang\\.Thread\\.sleep\\(.*"
            + "|java\\.util\\.concurrent\\.TimeUnit\\.sleep\\(.*"
            + "|java\\.util\\.concurrent\\.locks\\.LockSupport\\.park\\w*\\(.*"
            + "|java\\.lang\\.Object\\.wait\\(.*",
        "wait through the fabric's endpoint or the Parking that was handed in"),
    /**
     * The scheduler of the machine: waiting for another thread, and ids of threads. Not where threads are the machine's
     * whatever happens. A condition can be waited for that a lock of {@code Parking} has made: no other gives any.
     */
    SCHEDULING(
        "java\\.lang\\.Thread\\.(?:join|threadId|getId)\\(.*"
            + "|java\\.util\\.concurrent\\.locks\\.Reentrant[\\w$]+\\.(?:newCondition\\(|tryLock\\(long).*"
            + "|java\\.util\\.concurrent\\.(?:\\w*Future\\w*|ForkJoinTask)\\.(?:get|join)\\(.*"
            + "|java\\.util\\.concurrent\\.(?:CountDownLatch|CyclicBarrier|Phaser|Exchanger)"
            + "\\.(?:await|arriveAndAwait|exchange)\\w*\\(.*"
            + "|java\\.util\\.concurrent\\.Semaphore\\.(?:acquire\\w*\\(|tryAcquire\\(.*TimeUnit).*"
            + "|java\\.util\\.concurrent\\.\\w+(?:Queue|Deque)\\.(?:(?:take|put|transfer)\\w*\\(|\\w+\\(.*TimeUnit).*"
            + "|java\\.util\\.concurrent\\.(?:\\w*Executor\\w*|ForkJoinPool)"
            + "\\.(?:close|awaitTermination|awaitQuiescence|invoke\\w*)\\(.*"
            + "|java\\.util\\.concurrent\\.TimeUnit\\.timed\\w+\\(.*"
            + "|java\\.lang\\.Process\\.waitFor\\(.*",
        "wait through the Parking that was handed in, which has a number for each thread, too") {
        @Override
        boolean isIn(String module) {
            return !OF_MACHINES.contains(module);
        }
    },
    /** Numbers that no seed repeats. */
    RANDOMNESS(
        "java\\.util\\.concurrent\\.ThreadLocalRandom\\..*"
            + "|java\\.lang\\.(?:Strict)?Math\\.random\\(\\)"
            + "|java\\.util\\.(?:Splittable)?Random\\.<init>\\(\\)"
            + "|java\\.security\\.SecureRandom\\..*"
            + "|java\\.util\\.random\\.RandomGenerator\\.(?:of|getDefault)\\(.*"
            + "|java\\.util\\.random\\.RandomGeneratorFactory\\.create\\(\\)"
            + "|java\\.util\\.UUID\\.randomUUID\\(\\)",
        "draw from the seeded RandomGenerator that was handed in"),
    /** Files of the machine. */
    FILES(
        "java\\.nio\\.channels\\.(?:Asynchronous)?FileChannel\\.open\\(.*"
            + "|java\\.nio\\.file\\.Files\\.(?:new|read|write|lines)\\w*\\(.*"
            + "|java\\.nio\\.file\\.(?:Path\\.of|Paths\\.get|FileSystems\\.getDefault)\\(.*"
            + "|java\\.io\\.(?:File|FileInputStream|FileOutputStream|RandomAccessFile|FileReader|FileWriter"
            + "|PrintWriter|PrintStream|Formatter)\\.<init>\\((?:java\\.lang\\.String|java\\.io\\.File).*",
        "go through the class behind the file seam, with the FileSystem that was handed in"),
    /** Other machines. */
    NETWORK(
        "java\\.net\\.(?:Socket|ServerSocket|DatagramSocket|MulticastSocket)\\.<init>\\(.*"
            + "|java\\.nio\\.channels\\.(?:Asynchronous)?(?:Server)?(?:Socket|Datagram)\\w*Channel\\.open\\(.*"
            + "|io\\.netty\\.bootstrap\\.(?:Server)?Bootstrap\\.<init>\\(.*"
            + "|java\\.net\\.http\\.HttpClient\\..*"
            + "|java\\.net\\.URL\\.open\\w+\\(.*",
        "go through the fabric or the server"),
    /** Threads, and what they wait for each other on. */
    THREADS(
        "java\\.lang\\.Thread\\.(?:of\\w+|startVirtualThread|<init>)\\(.*"
            + "|java\\.util\\.concurrent\\.Executors\\..*"
            + "|java\\.util\\.concurrent\\.CompletableFuture\\.\\w+Async\\((?!.*concurrent\\.Executor\\)).*"
            + "|java\\.util\\.concurrent\\.ForkJoinPool\\.(?:<init>|commonPool)\\(.*"
            + "|java\\.util\\.concurrent\\.(?:Scheduled)?ThreadPoolExecutor\\.<init>\\(.*"
            + "|java\\.util\\.concurrent\\.(?:Semaphore|CountDownLatch|CyclicBarrier|Phaser|Exchanger)\\.<init>\\(.*"
            + "|java\\.util\\.Timer\\.<init>\\(.*"
            + "|java\\.util\\.\\w+\\.parallelStream\\(.*",
        "take the thread factory or the executor that was handed in"),
    /** How large the machine is and what its user has set. */
    MACHINE(
        "java\\.lang\\.Runtime\\.availableProcessors\\(.*"
            + "|java\\.lang\\.System\\.getenv\\(.*",
        "take the number or the setting that was handed in"),
    /** The end of the JVM, which belongs to its starter. */
    EXIT(
        "java\\.lang\\.(?:System\\.exit|Runtime\\.exit|Runtime\\.halt)\\(.*",
        "return a status or throw; only the command line's main class ends the JVM");

    /** What is never run on simulated threads: processes that talk to each other, and the simulator itself. */
    private static final Set<String> OF_MACHINES = Set.of("wire", "protocol", "client", "jdbc", "server", "metrics",
        "tracing", "console", "deploy", "lab", "sim", "explore", "trial", "testing", "house");

    private final Pattern calls;
    private final String remedy;

    Door(String calls, String remedy) {
        this.calls = Pattern.compile(calls);
        this.remedy = remedy;
    }

    /** Whether a call of this member, by its full name with parameter types, goes through the door. */
    boolean isOpenedBy(String memberFullName) {
        return calls.matcher(memberFullName).matches();
    }

    /** Whether a module must keep away from the door, by its package right below io.baton. */
    boolean isIn(String module) {
        return true;
    }

    String remedy() {
        return remedy;
    }
}
