package io.baton.explore.bug;

import io.baton.explore.mutant.Subject;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Where the classes are that planted bugs name. */
final class LockCode {

    private LockCode() {
    }

    static Subject subject() {
        return new Subject(
            Stream.of(
                "io.baton.lock.CachingShiftLock",
                "io.baton.lock.Freeze",
                "io.baton.lock.Ghosts",
                "io.baton.lock.Hold",
                "io.baton.lock.HoldState",
                "io.baton.lock.Holds",
                "io.baton.lock.Inbox",
                "io.baton.lock.LocalWait",
                "io.baton.lock.LockCache",
                "io.baton.lock.LockEntry",
                "io.baton.lock.LockNotice",
                "io.baton.lock.LockSession",
                "io.baton.lock.RecoverableClient",
                "io.baton.lock.RecoverableShiftLock",
                "io.baton.lock.RecoveryServer",
                "io.baton.lock.ResetRound",
                "io.baton.lock.ShiftLock",
                "io.baton.lock.ShiftLockOptions",
                "io.baton.lock.Suspicion",
                "io.baton.lock.Waiting",
                "io.baton.fabric.Endpoint")
                .collect(Collectors.toMap(name -> name.substring(name.lastIndexOf('.') + 1), Function.identity())),
            Map.of(
                "Freeze", LockViews.Freeze.class,
                "Hold", LockViews.Hold.class,
                "Holds", LockViews.Holds.class,
                "Inbox", LockViews.Inbox.class,
                "LockNotice", LockViews.Notice.class,
                "RecoverableClient", LockViews.Client.class,
                "RecoverableShiftLock", LockViews.Recoverable.class,
                "RecoveryServer", LockViews.Server.class,
                "ResetRound", LockViews.Round.class,
                "ShiftLock", LockViews.Protocol.class),
            Objects.requireNonNull(LockCode.class.getClassLoader()));
    }
}
