package io.baton.explore.bug;

import static java.util.Map.entry;

import io.baton.explore.mutant.MutationSubject;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the classes are that planted bugs name. */
final class LockCode {

    private LockCode() {
    }

    static MutationSubject subject() {
        return new MutationSubject(
            classes().collect(
                Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), Function.identity())),
            Map.ofEntries(
                entry("EntrySteps", LockViews.Steps.class),
                entry("Freeze", LockViews.Freeze.class),
                entry("Hold", LockViews.Hold.class),
                entry("Holds", LockViews.Holds.class),
                entry("Inbox", LockViews.Inbox.class),
                entry("LockNotice", LockViews.Notice.class),
                entry("ProcessClient", LockViews.Client.class),
                entry("Repair", LockViews.Recoverable.class),
                entry("RecoveryServer", LockViews.Server.class),
                entry("ResetRound", LockViews.Round.class),
                entry("ResetRounds", LockViews.Rounds.class),
                entry("LockSessions", LockViews.Sessions.class),
                entry("ShiftLock", LockViews.Protocol.class)),
            Objects.requireNonNull(LockCode.class.getClassLoader()));
    }

    private static Stream<String> classes() {
        return Stream.of(
            "io.baton.lock.shiftlock.LocalTurns",
            "io.baton.lock.shiftlock.CacheAgent",
            "io.baton.lock.shiftlock.LocalLocks",
            "io.baton.lock.process.SessionClient",
            "io.baton.lock.shiftlock.BatchedVerbs",
            "io.baton.lock.shiftlock.LockBatch",
            "io.baton.lock.process.Freeze",
            "io.baton.lock.shiftlock.Ghosts",
            "io.baton.lock.shiftlock.Hold",
            "io.baton.lock.shiftlock.HoldState",
            "io.baton.lock.shiftlock.Holds",
            "io.baton.lock.shiftlock.Inbox",
            "io.baton.lock.process.LocalWait",
            "io.baton.lock.shiftlock.MaskedEntry",
            "io.baton.lock.shiftlock.PlainEntry",
            "io.baton.lock.entry.PlainLockEntry",
            "io.baton.lock.process.LockCache",
            "io.baton.lock.process.CachedLock",
            "io.baton.lock.entry.LockEntry",
            "io.baton.lock.entry.LockNotice",
            "io.baton.lock.process.LockSession",
            "io.baton.lock.shiftlock.ProcessClient",
            "io.baton.lock.shiftlock.ShiftLockClient",
            "io.baton.lock.shiftlock.Repair",
            "io.baton.lock.server.RecoveryServer",
            "io.baton.lock.server.ResetRound",
            "io.baton.lock.shiftlock.EntryMasks",
            "io.baton.lock.shiftlock.EntrySteps",
            "io.baton.lock.process.Freezes",
            "io.baton.lock.process.Turn",
            "io.baton.lock.server.ResetRounds",
            "io.baton.lock.server.LockSessions",
            "io.baton.lock.shiftlock.ShiftLock",
            "io.baton.lock.shiftlock.ShiftLockOptions",
            "io.baton.lock.shiftlock.Suspicion",
            "io.baton.lock.shiftlock.Waiting",
            "io.baton.lock.JoinedLockClient",
            "io.baton.lock.LockClient",
            "io.baton.fabric.Endpoint",
            "io.baton.fabric.Fabric");
    }
}
