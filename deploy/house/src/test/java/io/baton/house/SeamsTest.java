package io.baton.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Only the classes listed here ask the outside world. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SeamsTest {
    private static final List<Seam> SEAMS = List.of(
        Seam.of("io.baton.park.MachineParking", "waits on the machine, and tells threads apart by their ids",
            Door.WAITING, Door.SCHEDULING),
        Seam.of("io.baton.park.Backoff", "leaves its carrier to the holder of a latch", Door.WAITING),
        Seam.of("io.baton.fabric.inprocess.InProcessFabric",
            "takes the machine's clock if none is handed in, and gives the keeper of deadlines a thread",
            Door.CLOCK, Door.THREADS),
        Seam.of("io.baton.fabric.inprocess.ParkedDoorbell", "parks a client until a notice comes", Door.WAITING),
        Seam.of("io.baton.wire.Sockets", "opens the sockets of lanes", Door.NETWORK, Door.FILES),
        Seam.of("io.baton.wire.tls.LaneTlsFiles", "reads certificates and keys", Door.FILES),
        Seam.of("io.baton.wire.carrier.RingFile", "makes and maps the files of lanes in shared memory", Door.FILES),
        Seam.of("io.baton.wire.ParkedBell", "parks a client until its answer or a notice comes", Door.WAITING),
        Seam.of("io.baton.wire.LaneLeadership", "parks the thread of a lane while clients read it", Door.WAITING),
        Seam.of("io.baton.sim.SimThread", "parks a simulated thread until it is its turn", Door.WAITING),
        Seam.of("io.baton.sim.Scheduler", "gives each simulated thread a virtual one", Door.THREADS),
        Seam.of("io.baton.sim.RunWatch", "parks the owner of a simulated cluster while it runs", Door.WAITING),
        Seam.of("io.baton.explore.ThreadedExecution", "parks a thread of an exploration until it is its turn",
            Door.WAITING),
        Seam.of("io.baton.explore.Actor", "gives each explored client a virtual thread", Door.THREADS),
        Seam.of("io.baton.explore.ModelChecker", "gives an exploration a virtual thread", Door.THREADS),
        Seam.of("io.baton.trial.LockCampaigns", "runs campaigns side by side, each with a cluster of its own",
            Door.THREADS),
        Seam.of("io.baton.trial.dslr.DslrCampaigns", "runs campaigns side by side, each with a cluster of its own",
            Door.THREADS),
        Seam.of("io.baton.storage.steady.SteadyThread", "does what no interrupt may reach, on threads of its own,"
            + " for which its callers wait as for a call of the system",
            Door.THREADS, Door.SCHEDULING),
        Seam.of("io.baton.storage.steady.SteadyChannel", "opens files that no interrupt closes", Door.FILES),
        Seam.of("io.baton.storage.log.file.LogFiles", "opens and moves the log's files", Door.FILES),
        Seam.of("io.baton.engine.EngineBuilder",
            "takes the machine's clock and processors unless others are handed in",
            Door.CLOCK, Door.MACHINE),
        Seam.of("io.baton.engine.thread.EngineThread", "gives an engine threads unless others are handed in",
            Door.THREADS),
        Seam.of("io.baton.engine.DataDirectory", "draws the id of a new store", Door.RANDOMNESS),
        Seam.of("io.baton.history.HistoryFile", "writes histories to files", Door.FILES),
        Seam.of("io.baton.history.HistoryReader", "reads histories from files", Door.FILES),
        Seam.of("io.baton.csv.CsvFile", "opens CSV files", Door.FILES),
        Seam.of("io.baton.csv.CsvImport", "looks through a CSV file before it is read", Door.FILES),
        Seam.of("io.baton.engine.JvmFlags", "names the jar that it lies in", Door.FILES),
        Seam.of("io.baton.deploy.run.ProcessorReading", "asks the system how busy its processors are", Door.FILES),
        Seam.of("io.baton.storage.checkpoint.CheckpointFiles", "opens and names the files of checkpoints", Door.FILES),
        Seam.of("io.baton.storage.recovery.StoreDirectory", "opens and makes the directory of a store", Door.FILES),
        Seam.of("io.baton.storage.recovery.DirectoryLock", "locks the directory of a store", Door.FILES),
        Seam.of("io.baton.storage.recovery.Holder", "asks the system whether a process has ended", Door.FILES),
        Seam.of("io.baton.server.backup.BackupCall", "makes and removes the directories of backups", Door.FILES),
        Seam.of("io.baton.server.ServerOptions", "takes the machine's clock, processors and randomness unless others "
            + "are handed in",
            Door.CLOCK, Door.RANDOMNESS, Door.MACHINE),
        Seam.of("io.baton.tracing.TraceExport", "takes the machine's clock unless another is handed in", Door.CLOCK),
        Seam.of("io.baton.metrics.PrometheusEndpoint", "listens", Door.NETWORK),
        Seam.of("io.baton.console.ConsoleOptions", "takes the machine's clock and randomness", Door.CLOCK,
            Door.RANDOMNESS),
        Seam.of("io.baton.console.WebConsole", "listens", Door.NETWORK),
        Seam.of("io.baton.server.BatonServer", "listens", Door.NETWORK),
        Seam.of("io.baton.server.files.WatchedFile", "reads certificates, keys and users", Door.FILES),
        Seam.of("io.baton.server.users.UserFile", "writes users", Door.FILES),
        Seam.of("io.baton.client.ClientOptions", "takes the machine's clock and randomness",
            Door.CLOCK, Door.RANDOMNESS),
        Seam.of("io.baton.client.ClientTls", "reads certificates and keys", Door.FILES),
        Seam.of("io.baton.client.BatonClient", "draws keys", Door.RANDOMNESS),
        Seam.of("io.baton.client.ClientThreads", "looks names up beside the event loops", Door.THREADS),
        Seam.of("io.baton.client.Connector", "connects", Door.NETWORK),
        Seam.of("io.baton.client.SocketPlaces", "lets callers wait for a place at their socket", Door.THREADS),
        Seam.of("io.baton.tpcc.Tpcc", "takes the machine's clock if none is handed in", Door.CLOCK),
        Seam.of("io.baton.deploy.BatonCommand", "hands the machine to the commands, and ends the JVM",
            Door.CLOCK, Door.WAITING, Door.FILES, Door.THREADS, Door.MACHINE, Door.EXIT),
        Seam.of("io.baton.deploy.password.PasswordOption", "reads passwords from files", Door.FILES),
        Seam.of("io.baton.deploy.serve.UserCommands", "draws salts and secrets", Door.RANDOMNESS),
        Seam.of("io.baton.deploy.open.Interruption", "waits until a run has cleaned up", Door.THREADS),
        Seam.of("io.baton.deploy.run.Clients", "gives each client of a run a thread", Door.THREADS),
        Seam.of("io.baton.deploy.open.Background", "works beside a run", Door.THREADS),
        Seam.of("io.baton.deploy.run.AsyncRun", "gives callers of asynchronous calls threads", Door.THREADS),
        Seam.of("io.baton.lab.bench.BenchFolder", "makes and removes stores that are measured", Door.FILES),
        Seam.of("io.baton.lab.bench.Round", "starts the clients of a benchmark together", Door.THREADS),
        Seam.of("io.baton.lab.bench.ShiftLocks", "gives lock agents threads", Door.THREADS),
        Seam.of("io.baton.deploy.NodeCommand", "gives a lock server threads and its sessions",
            Door.THREADS, Door.RANDOMNESS),
        Seam.of("io.baton.lab.bench.remote.FabricBenchmark", "gives clients that are measured threads", Door.THREADS),
        Seam.of("io.baton.lab.bench.remote.BusyThread", "is a thread that others share a processor with", Door.THREADS),
        Seam.of("io.baton.lab.bench.remote.BareSocket", "opens the sockets of bare ping-pongs", Door.NETWORK),
        Seam.of("io.baton.lab.bench.remote.BareRing", "maps the file of a bare ping-pong", Door.FILES),
        Seam.of("io.baton.lab.bench.remote.BenchPeer", "is a process of its own with a lock server",
            Door.FILES, Door.THREADS, Door.RANDOMNESS),
        Seam.of("io.baton.lab.bench.remote.RemoteClients", "is a process of its own with lock clients to measure",
            Door.CLOCK, Door.FILES, Door.THREADS),
        Seam.of("io.baton.deploy.store.StoreRestore", "fills tables on all processors, and draws the new store's id",
            Door.THREADS, Door.RANDOMNESS),
        Seam.of("io.baton.deploy.report.ResultFile", "writes results to files", Door.FILES),
        Seam.of("io.baton.deploy.report.ResultFolder", "writes results to a folder's files", Door.FILES),
        Seam.of("io.baton.deploy.report.ResidentMemory", "reads how much memory the process has", Door.FILES),
        Seam.of("io.baton.lab.load.TraceCsv", "reads and writes traces", Door.FILES),
        Seam.of("io.baton.lab.run.RunReportFile", "reads reports of runs", Door.FILES),
        Seam.of("io.baton.lab.Laboratory", "runs experiments side by side, each with a cluster of its own",
            Door.THREADS),
        Seam.of("io.baton.lab.crash.CrashChild",
            "is a process of its own that works on a store with threads of its own",
            Door.CLOCK, Door.WAITING, Door.FILES, Door.THREADS),
        Seam.of("io.baton.lab.child.ChildLife", "ends a child with its parent, or when a thread has failed",
            Door.THREADS, Door.EXIT),
        Seam.of("io.baton.lab.child.ChildLines",
            "writes acknowledgements to the parent, each with one call of the system",
            Door.FILES),
        Seam.of("io.baton.lab.child.ChildProcess", "starts and kills a child, and reads what it says",
            Door.FILES, Door.THREADS),
        Seam.of("io.baton.lab.torture.LockServerChild", "is a process of its own with a lock server",
            Door.CLOCK, Door.WAITING, Door.FILES, Door.THREADS, Door.RANDOMNESS),
        Seam.of("io.baton.lab.torture.CoordinatorChild", "is a process of its own with lock clients",
            Door.CLOCK, Door.WAITING, Door.FILES, Door.THREADS),
        Seam.of("io.baton.lab.torture.ServerLink", "waits for a lock server that is started again", Door.WAITING),
        Seam.of("io.baton.lab.torture.Relay", "passes bytes on between processes, and closes connections",
            Door.FILES, Door.NETWORK, Door.THREADS),
        Seam.of("io.baton.lab.torture.Witness", "maps the file that parent and children share", Door.FILES),
        Seam.of("io.baton.jdbc.BatonConnection", "names the files of certificates that a URL gives", Door.FILES),
        Seam.of("io.baton.lab.server.CaseRun", "gives callers threads", Door.THREADS),
        Seam.of("io.baton.lab.server.Stopwatch", "waits until all calls have ended", Door.THREADS),
        Seam.of("io.baton.lab.server.access.EchoAccess", "connects to a bare echo", Door.NETWORK),
        Seam.of("io.baton.lab.server.access.EchoServer", "is a bare echo", Door.NETWORK),
        Seam.of("io.baton.lab.server.access.PostgresAccess",
            "finds a free port, and waits until PostgreSQL listens there", Door.NETWORK, Door.WAITING),
        Seam.of("io.baton.lab.server.access.ServedProcess", "starts a server's process with this one's Java",
            Door.FILES),
        Seam.of("io.baton.lab.server.HostileRun", "kills clients while others are measured", Door.THREADS),
        Seam.of("io.baton.lab.server.access.RudeClients", "does not keep to the protocol, on threads of its own",
            Door.THREADS, Door.NETWORK),
        Seam.of("io.baton.lab.server.access.VictimChild", "calls until its process is killed", Door.THREADS),
        Seam.of("io.baton.lab.server.access.ServedChild", "is a server's process of its own", Door.EXIT, Door.FILES),
        Seam.of("io.baton.lab.server.OpenFiles", "reads how many files the process may have open", Door.FILES),
        Seam.of("io.baton.house.Repository", "reads the repository's files", Door.FILES),
        Seam.of("io.baton.house.LinkCheck", "works with paths as links do", Door.FILES),
        Seam.of("io.baton.house.Tidy", "mends imports, and ends the JVM of the check", Door.FILES, Door.EXIT));

    private final JavaClasses mainClasses = MainClasses.read();

    @Test
    void onlySeamsAskTheOutsideWorld() {
        assertThat(new SeamsCheck(SEAMS).checkDoors(mainClasses)).isEmpty();
    }

    @Test
    void nothingReachesIntoTheJdk() {
        assertThat(SeamsCheck.checkForbidden(mainClasses)).isEmpty();
    }

    @Test
    void nothingIsStaticAndMutable() {
        assertThat(SeamsCheck.checkStaticState(mainClasses)).isEmpty();
    }
}
