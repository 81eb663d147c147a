package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The checks of the seams find what they are for, and nothing else. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
final class SeamsCheckTest {
    private static final List<String> CALLS = List.of(
        "CLOCK System.nanoTime()",
        "CLOCK System.currentTimeMillis()",
        "CLOCK java.time.Instant.now()",
        "WAITING Thread.sleep(1)",
        "WAITING TimeUnit.SECONDS.sleep(1)",
        "WAITING java.util.concurrent.locks.LockSupport.parkNanos(1)",
        "WAITING new Object().wait()",
        "SCHEDULING Thread.currentThread().join()",
        "SCHEDULING Thread.currentThread().threadId()",
        "SCHEDULING new java.util.concurrent.locks.ReentrantLock().newCondition()",
        "SCHEDULING new java.util.concurrent.locks.ReentrantLock().tryLock(1, TimeUnit.SECONDS)",
        "SCHEDULING new java.util.concurrent.locks.ReentrantReadWriteLock().writeLock().newCondition()",
        "SCHEDULING ((java.util.concurrent.Future<?>) null).get()",
        "SCHEDULING new java.util.concurrent.FutureTask<>(() -> 1).get(1, TimeUnit.SECONDS)",
        "SCHEDULING new java.util.concurrent.CompletableFuture<Integer>().join()",
        "SCHEDULING ((java.util.concurrent.CountDownLatch) null).await()",
        "SCHEDULING ((java.util.concurrent.Phaser) null).arriveAndAwaitAdvance()",
        "SCHEDULING ((java.util.concurrent.Semaphore) null).acquire()",
        "SCHEDULING ((java.util.concurrent.Semaphore) null).tryAcquire(1, TimeUnit.SECONDS)",
        "SCHEDULING ((java.util.concurrent.BlockingQueue<Integer>) null).take()",
        "SCHEDULING ((java.util.concurrent.BlockingQueue<Integer>) null).poll(1, TimeUnit.SECONDS)",
        "SCHEDULING new java.util.concurrent.LinkedBlockingDeque<Integer>().putFirst(1)",
        "SCHEDULING ((java.util.concurrent.ExecutorService) null).close()",
        "SCHEDULING ((java.util.concurrent.ThreadPoolExecutor) null).awaitTermination(1, TimeUnit.SECONDS)",
        "SCHEDULING ((Process) null).waitFor()",
        "RANDOMNESS java.util.concurrent.ThreadLocalRandom.current()",
        "RANDOMNESS Math.random()",
        "RANDOMNESS new java.util.Random()",
        "RANDOMNESS new java.util.SplittableRandom()",
        "RANDOMNESS java.util.UUID.randomUUID()",
        "FILES java.nio.channels.FileChannel.open(null)",
        "FILES java.nio.file.Files.newInputStream(null)",
        "FILES java.nio.file.Path.of(\"x\")",
        "FILES new java.io.FileWriter(\"x\")",
        "NETWORK new java.net.Socket()",
        "NETWORK java.nio.channels.SocketChannel.open()",
        "NETWORK java.nio.channels.ServerSocketChannel.open()",
        "NETWORK java.nio.channels.DatagramChannel.open()",
        "THREADS Thread.ofPlatform()",
        "THREADS Thread.ofVirtual()",
        "THREADS new Thread()",
        "THREADS java.util.concurrent.Executors.newCachedThreadPool()",
        "THREADS java.util.concurrent.CompletableFuture.supplyAsync(() -> 1)",
        "THREADS java.util.concurrent.CompletableFuture.completedFuture(1).thenRunAsync(null)",
        "THREADS java.util.concurrent.ForkJoinPool.commonPool()",
        "THREADS new java.util.concurrent.Semaphore(1)",
        "THREADS new java.util.concurrent.CountDownLatch(1)",
        "THREADS java.util.List.of(1).parallelStream()",
        "MACHINE Runtime.getRuntime().availableProcessors()",
        "MACHINE System.getenv(\"x\")",
        "EXIT System.exit(1)",
        "EXIT Runtime.getRuntime().halt(1)");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyCallOutsideASeamIsFoundAndInsideItPasses() {
        List<String> expected = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        for (String call : CALLS) {
            int blank = call.indexOf(' ');
            calls.add(call.substring(blank + 1));
            expected.add(call.substring(0, blank) + " on line " + (calls.size() + 4));
        }
        JavaClasses classes = calling(calls);
        assertThat(new SeamsCheck(List.of()).checkDoors(classes))
            .extracting(found -> found.problem().replaceFirst(" .*", "") + " on line " + found.line())
            .containsExactlyElementsOf(expected);
        List<Seam> seams = List.of(Seam.of("io.baton.engine.A", "a sample", Door.CLOCK, Door.values()));
        assertThat(new SeamsCheck(seams).checkDoors(classes)).isEmpty();
    }

    @Test
    void callsInLambdasNestedTypesAndMethodReferencesAreFound() {
        String source = """
                package io.baton.engine;
                class A {
                  Runnable r = () -> System.nanoTime();
                  java.util.function.LongSupplier s = System::nanoTime;
                  static class B { long n = System.nanoTime(); }
                }
                """;
        JavaClasses classes = CompiledSamples.compile(folder, List.of(source));
        assertThat(new SeamsCheck(List.of()).checkDoors(classes)).extracting(Violation::line).containsExactly(3, 4, 5);
        List<Seam> seams = List.of(Seam.of("io.baton.engine.A", "a sample", Door.CLOCK));
        assertThat(new SeamsCheck(seams).checkDoors(classes)).isEmpty();
    }

    @Test
    void waitsOfInheritedMethodsAreFound() {
        String source = """
                package io.baton.engine;
                class A extends Thread {
                  static class B extends java.util.concurrent.CompletableFuture<String> {}
                  void f(B b) throws Exception {
                    join();
                    b.get();
                    b.complete("");
                    sleep(1);
                  }
                }
                """;
        assertThat(new SeamsCheck(List.of()).checkDoors(CompiledSamples.compile(folder, List.of(source))))
            .extracting(found -> found.problem().replaceFirst(" .*", "") + " on line " + found.line())
            .contains("SCHEDULING on line 5", "SCHEDULING on line 6", "WAITING on line 8")
            .doesNotContain("SCHEDULING on line 7");
    }

    @Test
    void threadsOfTheMachineMayWaitForEachOtherWhereNothingIsSimulated() {
        String source = "package io.baton.%s;\nclass A { void f(Thread t) throws Exception { t.join(); } }\n";
        for (String module : List.of("server", "deploy")) {
            JavaClasses classes =
                CompiledSamples.compile(folder.resolve(module), List.of(source.formatted(module)));
            assertThat(new SeamsCheck(List.of()).checkDoors(classes)).as(module).isEmpty();
        }
        JavaClasses classes = CompiledSamples.compile(folder.resolve("new"), List.of(source.formatted("new_one")));
        assertThat(new SeamsCheck(List.of()).checkDoors(classes)).as("a module that is not known").hasSize(1);
    }

    @Test
    void callsThatOpenNoDoorPass() {
        List<String> calls = List.of("new java.util.Random(7)", "java.nio.file.Files.exists(null)",
            "Thread.currentThread()", "Math.abs(1)",
            "java.util.concurrent.CompletableFuture.supplyAsync(() -> 1, null)",
            "java.util.concurrent.CompletableFuture.completedFuture(1).thenRunAsync(null, null)",
            "((java.util.concurrent.locks.Lock) null).newCondition().awaitNanos(1)",
            "((java.util.concurrent.locks.Lock) null).lock()",
            "new java.util.concurrent.locks.ReentrantLock().lock()",
            "new java.util.concurrent.CompletableFuture<Integer>().getNow(1)",
            "new java.util.concurrent.LinkedBlockingDeque<Integer>().poll()",
            "new java.util.concurrent.ConcurrentHashMap<Integer, Integer>().put(1, 1)",
            "((java.util.concurrent.Semaphore) null).tryAcquire()",
            "System.getProperty(\"x\")", "new java.io.PrintWriter(new java.io.StringWriter())");
        assertThat(new SeamsCheck(List.of()).checkDoors(calling(calls))).isEmpty();
    }

    @Test
    void seamWithoutUseIsFound() {
        List<Seam> seams = List.of(Seam.of("io.baton.engine.A", "a sample", Door.CLOCK, Door.FILES));
        assertThat(new SeamsCheck(seams).checkDoors(calling(List.of("System.nanoTime()"))))
            .singleElement()
            .satisfies(violation -> assertThat(violation.problem()).endsWith("[FILES]"));
    }

    @Test
    void forbiddenTypesAreFound() {
        String source = """
                package io.baton.engine;
                class A {
                  sun.misc.Unsafe unsafe;
                  java.io.ObjectOutputStream[] out;
                  java.io.ObjectInputStream in;
                  java.io.Serializable harmless;
                }
                """;
        assertThat(SeamsCheck.checkForbidden(CompiledSamples.compile(folder, List.of(source)))).hasSize(3);
    }

    @Test
    void staticStateIsFoundAndConstantsPass() {
        String source = """
                package io.baton.engine;
                import java.util.concurrent.atomic.*;
                enum A {
                  CONSTANT;
                  static final int MAX = 1;
                  static final java.util.List<String> NAMES = java.util.List.of();
                  static int state1;
                  static volatile Object state2;
                  static final java.util.HashMap<String, String> state3 = new java.util.HashMap<>();
                  static final ThreadLocal<String> state4 = new ThreadLocal<>();
                  static final AtomicLong state5 = new AtomicLong();
                  static final LongAdder state6 = new LongAdder();
                  int instance;
                  int f(A a) {
                    assert a != null;
                    return switch (a) { case CONSTANT -> 1; };
                  }
                }
                """;
        assertThat(SeamsCheck.checkStaticState(CompiledSamples.compile(folder, List.of(source))))
            .extracting(violation -> violation.problem().replaceFirst(".* ", ""))
            .containsExactlyInAnyOrder("state1", "state2", "state3", "state4", "state5", "state6");
    }

    /** A class with one call on each line from line 5 on. */
    private JavaClasses calling(List<String> calls) {
        String source = """
                package io.baton.engine;
                import java.util.concurrent.TimeUnit;
                class A {
                  void f() throws Exception {
                %s;
                  }
                }
                """.formatted(String.join(";\n", calls));
        return CompiledSamples.compile(folder, List.of(source));
    }
}
