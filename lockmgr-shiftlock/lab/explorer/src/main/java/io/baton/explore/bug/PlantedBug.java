package io.baton.explore.bug;

import static io.baton.explore.mutant.Mutation.in;

import io.baton.explore.mutant.MutantLoader;
import io.baton.explore.mutant.Mutation;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A mistake that an implementation of ShiftLock or of its recovery may well contain, and how the product is mutated to
 * contain it, so that campaigns, the model checker and tests can show that they would find it.
 */
public enum PlantedBug {
    // Acquire and release

    /** A writer keeps the epoch that it saw when it queued (the paper). */
    STALE_EPOCH(
        in("Inbox.onHandover").keeps("Hold.epoch"),
        in("Inbox.onModeChanged").keeps("Hold.epoch")),
    /** A reader reads the epoch that it waits for in a verb of its own, after it has come. */
    EPOCH_READ_LATE(in("ShiftLock.readerEnters").ends(AcquireHooks.class, "readsEpochLate")),
    /** A writer's release clears the tail without comparing it, and so drops writers that have queued meanwhile. */
    RELEASE_UNCONDITIONAL(in("MaskedEntry.clearsTail").reads("EntryMasks.CLEAR_TAIL", Masks.class, "RELEASE_ANY")),
    /** A writer's release clears the tail and does not let the waiting readers in. */
    RELEASE_WITHOUT_FLIP(
        in("MaskedEntry.clearsTail").reads("EntryMasks.CLEAR_TAIL", Masks.class, "RELEASE_UNFLIPPED")),
    /** A writer's release is not counted. */
    RELEASE_UNCOUNTED(
        in("MaskedEntry.clearsTail").reads("EntryMasks.CLEAR_TAIL", Masks.class, "RELEASE_UNCOUNTED")),
    /** A writer whose release finds a successor does not wait to learn its name. */
    SUCCESSOR_NOT_AWAITED(
        in("ShiftLock.endTurn").isReplaced(AcquireHooks.class, "endsTurnWithoutSuccessor")),
    /** A reader's release takes it out of RdrCnt and is not counted in RelCnt. */
    READER_RELEASE_UNCOUNTED(
        in("MaskedEntry$Pinned.readerLeaves").isInherited(),
        in("MaskedEntry.readerLeaves").uses(1L, 0L)),
    /** A writer skips its release and lives on (§4.8 of the paper). */
    RELEASE_SKIPPED(in("MaskedEntry.clearsTail").returns(true)),
    /** A reader skips its release and lives on. */
    READER_RELEASE_SKIPPED(in("MaskedEntry.readerLeaves").doesNothing()),
    /** A reader's release is added without RdrCnt's boundary bit, so that its carry reaches the tail. */
    READER_BOUNDARY_MISSED(
        in("MaskedEntry$Pinned.readerLeaves").isInherited(),
        in("MaskedEntry.readerLeaves").reads("EntryMasks.FIELDS", Masks.class, "READERS_UNBOUNDED")),
    /** A writer that tries compares the tail and not RdrCnt. */
    TRY_IGNORES_READERS(in("MaskedEntry.writerTries").reads("EntryMasks.TRY_WRITE", Masks.class, "ONLY_TAIL")),
    /** A reader becomes the writer beside other readers. */
    UPGRADE_BESIDE_READERS(in("MaskedEntry.readerUpgrades").reads("EntryMasks.UPGRADE", Masks.class, "UPGRADE_ANYWAY")),
    /** A reader that gives up takes itself out of RdrCnt although it has been let in. */
    CANCEL_WITHOUT_EPOCH(
        in("ShiftLock.cancelReader").isReplaced(AcquireHooks.class, "cancelsAtOnce")),
    /** A reader that gives up counts as a release. */
    CANCEL_COUNTED(
        in("ShiftLock.cancelReader").isReplaced(AcquireHooks.class, "cancelsAsRelease")),
    /** A writer at the head that gives up clears the tail although readers have come that wait for its flip. */
    LEAVE_IGNORES_READERS(in("MaskedEntry.leavesQueue").reads("EntryMasks.LEAVE_QUEUE", Masks.class, "ONLY_TAIL")),
    /** A writer at the head that gives up hands over a lock that readers still hold. */
    LEAVE_HANDS_OVER(
        in("ShiftLock.passWaitOn").calls("LockNotice.compose", TurnHooks.class, "handsOverIfItLeaves"),
        in("ShiftLock.passWaitOn").uses(0, 1)),
    /** A writer at the head that gives up flips Epoch, before all whom the last flip has let in have seen that. */
    LEAVE_FLIPS(in("MaskedEntry.leavesQueue").calls("Endpoint.extCas", AcquireHooks.class, "flipsAsItLeaves")),
    /** A writer that gives up leaves its place in the queue to nobody. */
    GHOST_FORGOTTEN(
        in("ShiftLock.resume").keeps("Hold.ghost"),
        in("ShiftLock.awaitReaders").keeps("Hold.ghost")),

    // Hand-over and mode change

    /** One writer too many in a row before readers get the lock. */
    THRESHOLD_OFF_BY_ONE(
        in("ShiftLock.endsTurnAtServer").calls("ShiftLockOptions.threshold", TurnHooks.class, "oneMore")),
    /** Writers hand over for ever. */
    THRESHOLD_IGNORED(
        in("ShiftLock.endsTurnAtServer").calls("ShiftLockOptions.threshold", TurnHooks.class, "noThreshold")),
    /** A hand-over does not count the writers in a row. */
    TURN_NOT_COUNTED(in("ShiftLock.handOver").uses(1, 0)),
    /** A hand-over says what the release count was before it. */
    HANDOVER_OF_OLD_COUNT(in("ShiftLock.advance").keeps("Hold.relCnt")),
    /** A writer whose turn comes when it knows its successor passes it on like a ghost, and goes on waiting. */
    WAITER_SKIPPED(in("ShiftLock.resume").ends(AcquireHooks.class, "skipsItself")),
    /** After N writers in a row the next begins to count anew, and the readers wait on. */
    MODE_CHANGE_SKIPPED(
        in("ShiftLock.changeMode").answers("ShiftLockOptions.directModeChange", true),
        in("MaskedEntry.flips").reads("EntryMasks.CHANGE_MODE", "EntryMasks.HAND_OVER"),
        in("ShiftLock.flip").keeps("Hold.epoch"),
        in("MaskedEntry.flips").answers("LockEntry.readers", 0)),
    /** A mode change leaves Epoch as it is. */
    MODE_CHANGE_WITHOUT_FLIP(
        in("MaskedEntry.flips").reads("EntryMasks.CHANGE_MODE", "EntryMasks.HAND_OVER"),
        in("ShiftLock.flip").keeps("Hold.epoch")),
    /** A mode change does not expect the releases of the readers that it lets in. */
    MODE_CHANGE_FORGETS_READERS(in("ShiftLock.expected").isReplaced(TurnHooks.class, "forgetsReaders")),
    /** A writer that waits for readers goes ahead one release too early. */
    READERS_OFF_BY_ONE(in("Inbox.onModeChanged").ends(TurnHooks.class, "expectsOneLess")),
    /** A notice is taken for whatever the client does at that lock now, not for the attempt that it names. */
    ATTEMPT_UNCHECKED(in("Inbox.waiting").ends(TurnHooks.class, "anyWaiter")),
    /** A Successor notice that comes twice names a successor of a later turn. */
    SUCCESSOR_REPEATED(in("Repair.isRepeated").returns(false)),
    /** The clients of a process that comes back on its old routes name their attempts as those before them did. */
    ATTEMPTS_REUSED(in("ProcessClient.<init>").skips("Holds.attemptsFrom")),
    /** A grant that comes twice is accepted twice. */
    GRANT_ACCEPTED_TWICE(
        in("Inbox.waiting").answers("Hold.is", true),
        in("Inbox.waiting").answers("LockEntry.sameGeneration", true)),

    // Suspicion, and clients under recovery

    /** Nobody ever suspects a lock. */
    NEVER_SUSPECTS(in("Repair.ask").doesNothing()),
    /** A client suspects a lock once, and then waits for ever. */
    SUSPECTS_ONCE(
        in("Suspicion.look").calls("Repair.ask", RecoveryHooks.class, "asksOnce"),
        in("Suspicion.onLostGrant").calls("Repair.ask", RecoveryHooks.class, "asksOnce")),
    /** A client that was told that the holder lives never looks again. */
    ALIVE_FOR_EVER(in("Repair.onVerdict").ends(RecoveryHooks.class, "trustsForEver")),
    /** A ghost does not notice that its lock was reset. */
    GHOST_NEVER_VOID(in("Repair.isVoid").returns(false)),
    /** A client takes the end of every freeze for a thaw, and compares no generation. */
    RESET_UNNOTICED(
        in("Repair.isFrozen").reads("Freeze$Outcome.RESET", "Freeze$Outcome.PENDING"),
        in("Repair.checkGeneration").doesNothing()),
    /** A client that comes for a frozen lock does not wait for the end of the freeze. */
    FROZEN_LOCK_ACQUIRED(in("LockSession.isFrozen").returns(false)),
    /** The ghosts of a client do not stand still. */
    GHOSTS_NOT_FROZEN(in("ProcessClient.freeze/1").answers("Ghosts.size", 0)),
    /** A client that waits for a frozen lock accepts a grant. */
    FROZEN_WAITER_GOES_ON(
        in("Repair.isFrozen").skips("Waiting.checkSession"),
        in("Repair.isFrozen").uses(1, 0)),
    /** A client that waits for the end of a freeze is not woken, and does not wake by itself. */
    LOST_WAKE_UP(
        in("Freezes.nudgeAll").doesNothing(),
        in("Repair.nextLook").ends(RecoveryHooks.class, "isNeverWoken")),
    /** A client does not notice that its session is over. */
    LOSS_UNNOTICED(in("ProcessClient.isLost").ends(RecoveryHooks.class, "noticesNoLoss")),
    /** A client whose session is over still says that it has its locks. */
    LOST_LOCKS_KEPT(in("ProcessClient.forgetAll").doesNothing()),

    // Locks that a process keeps or passes on, where clients fail

    /** The agent says that all stand still though the process keeps the lock, and a client may use it. */
    KEPT_SAID_FROZEN(in("LockCache.onFreeze").returns(false)),
    /** A freeze is no recall: who waits for a kept lock and could not tell the agent waits for ever. */
    KEPT_NOT_RECALLED(Finder.TEST, in("LockCache.onFreeze").skips("LockCache.recall/1")),
    /** A client that waits in its process says that it holds the lock. */
    LOCAL_WAITER_COUNTED(in("LocalLocks.freezes").returns(true)),
    /** A client that waits in its process does not stand still, and uses a turn that a reset has made void. */
    LOCAL_WAITER_NOT_FROZEN(in("LocalLocks.freezes").keeps("Hold.freeze")),
    /** A client uses a turn that was passed on to it while its process stands still. */
    FROZEN_TURN_USED(in("LocalLocks.awaitThaw").doesNothing()),
    /** A leader whose attempt a reset has made void does not lead again, and nobody does. */
    LEAD_FORGOTTEN(in("ProcessClient.acquireOrGoOn").answers("Hold.leads", false)),
    /** A leader that loses its lock by a reset while it passes it on leaves its heir waiting. */
    HEIR_FORGOTTEN(in("LocalLocks.voided").doesNothing()),
    /** Who waits in a process whose session is over is not woken. */
    LOCAL_WAITERS_NOT_WOKEN(
        in("LockCache.lose").doesNothing(),
        in("ProcessClient.forgetAll").skips("LocalWait.lose"),
        in("Freezes.ringAll").doesNothing(),
        in("Freezes.nudge").skips("SessionClient.ring")),
    /** The token of a kept lock says nothing of the local grants. */
    LOCAL_GRANTS_UNCOUNTED(in("ProcessClient.token").answers("Hold.grant", 1L)),
    /** A reader that has a kept lock has a token like one that the server has let in. */
    LOCAL_READER_TOKEN(in("ProcessClient.token").answers("Hold.local", false).times(2)),
    /** A local reader that becomes the writer keeps its token. */
    LOCAL_UPGRADE_UNCOUNTED(in("LockCache.upgrade").skips("LocalWait.takeGrant")),
    /** A turn that is passed on within a process is not counted. */
    LOCAL_TURN_UNCOUNTED(in("LocalWait.pass").uses(1, 0)),

    /** A local grant is not confirmed where the session has run out; a test of its own finds it. */
    LOCAL_GRANT_UNCONFIRMED(Finder.TEST, in("ProcessClient.confirmed").answers("LockSession.isValid", true)),
    /** A local release says that the lock was held until then, though the session has run out. */
    LOCAL_RELEASE_UNCONFIRMED(Finder.TEST, in("ProcessClient.hasLost").answers("LockSession.isValid", true)),
    /** The server does not tell a process that lives that it fences it. */
    FENCE_UNTOLD(Finder.TEST, in("RecoveryServer.fenceEarly").skips("RecoveryServer.tellOver")),
    /** A client that is gone counts as a process that is, though it may have passed its turn on. */
    CLOSED_TAKEN_FOR_DEAD(Finder.TEST, in("Suspicion.isAheadGone").answers("Suspicion.turnsPass", false)),
    /** The agent gives back a lock that a client of its process still uses. */
    KEPT_GIVEN_BACK_IN_USE(in("LockCache.takeOver").answers("CachedLock.isFree", true)),
    /** The clients of a process pass a lock on, however many writers have had it in a row. */
    LOCAL_TURNS_WITHOUT_THRESHOLD(
        in("LocalTurns.heir").calls("ShiftLockOptions.threshold", TurnHooks.class, "noThreshold")),
    /** A leader that leads no more does not tell the next that it must. */
    NOBODY_LEADS_NEXT(in("LockCache.endLead").skips("LocalWait.lead")),

    // The process's agent

    /** The agent says that all stand still while one of its clients holds the lock. */
    HELD_SAID_FROZEN(in("Freezes.answerOf").answers("Freeze.isHeld", false)),
    /** The agent forgets the readers among its clients. */
    SHARED_HOLD_FORGOTTEN(
        in("ProcessClient.freeze/1")
            .calls("ProcessClient.freeze/2", RecoveryHooks.class, "forgetsReaders").times(2)),
    /** The agent does not wait for clients in the middle of an operation. */
    BUSY_CLIENT_NOT_ASKED(in("ProcessClient.freezeIfIdle").ends(RecoveryHooks.class, "answersThoughBusy")),
    /**
     * The agent consents although a client has just lost its connection, with a verb on its way. Too rare for
     * campaigns: a test of its own finds it.
     */
    CONSENTS_THOUGH_LOST(Finder.TEST, in("Freezes.mayConsent").returns(true)),

    // The lock server

    /** The server resets without asking anybody (policy LEASE where SESSION was meant). */
    ASKS_NOBODY(in("ResetRounds.askAll").doesNothing()),
    /** The server resets after the first answer. */
    FIRST_ANSWER_DECIDES(in("ResetRound.isComplete").ends(RecoveryHooks.class, "firstAnswerDecides")),
    /** The server takes a process that holds the lock for one that stands still. */
    HELD_TAKEN_FOR_FROZEN(in("RecoveryServer.serve").calls("ResetRounds.onHeld", "ResetRounds.onFrozen")),
    /** The server lets a process in while a lock is to be frozen, and does not ask it. */
    NEWCOMER_NOT_ASKED(in("ResetRounds.askNewcomer").doesNothing()),
    /** A session never runs out. */
    SESSION_NEVER_ENDS(in("RecoveryServer.expireSessions").doesNothing()),
    /** The server resets what waited only for a fenced process, and then stops executing the process's verbs. */
    FENCE_AFTER_RESET(
        in("RecoveryServer.fence").skips("RecoveryServer.refuse"),
        in("RecoveryServer.fence").ends(RecoveryHooks.class, "refusesLast")),
    /** The server forgets a session that has run out, but goes on executing the process's verbs. */
    FENCE_WITHOUT_GATE(in("RecoveryServer.refuse").doesNothing()),
    /** The server waits for the answer of a process that it has fenced. */
    FENCED_STILL_AWAITED(in("ResetRounds.giveUpClaims").doesNothing()),
    /** The server does not repeat the end of a round to a process that has missed it. */
    END_NOT_REPEATED(in("ResetRounds.repeatEnd").doesNothing()),
    /** The server spares a lock whose last writer's process has a session, though that one has forgotten it. */
    IDLE_CLAIM_SPARED(
        in("ResetRounds.finishIfComplete").calls("ResetRounds.reset", RecoveryHooks.class, "sparesTheLiving")),
    /** A reset begins no new generation, and counts releases from 0 again. */
    GENERATION_KEPT(in("ResetRounds.next").isReplaced(RecoveryHooks.class, "keepsGeneration")),
    /** A reset leaves RdrCnt as it is. */
    RESET_KEEPS_READERS(in("ResetRounds.cleared").reads("ResetRounds.RESET", Masks.class, "RESET_BUT_READERS")),
    /** A reset leaves the tail as it is. */
    RESET_KEEPS_TAIL(in("ResetRounds.cleared").reads("ResetRounds.RESET", Masks.class, "RESET_BUT_TAIL")),
    /** A server that starts again with an empty table does not say that it is another life. */
    INCARNATION_KEPT(in("RecoveryServer.admit").answers("RecoveryServer.incarnation", 1L)),

    // Found by the model checker: what campaigns do not use, or find as another bug

    /** A writer keeps the epoch that it saw when it queued; a mode change adds one to whatever it is (the paper). */
    PRINTED_EPOCH(Finder.CHECKER,
        in("Inbox.onHandover").keeps("Hold.epoch"),
        in("Inbox.onModeChanged").keeps("Hold.epoch"),
        in("Inbox.onModeChanged").ends(TurnHooks.class, "flipsItsOwnEpoch"),
        in("ShiftLock.changeMode").calls("ShiftLock.flip", TurnHooks.class, "flipsWhatItReads")),
    /** A reader that gives up takes itself out of RdrCnt, and makes up for it if it had been let in. */
    CANCEL_REPAIRED_LATER(Finder.CHECKER,
        in("ShiftLock.cancelReader").isReplaced(AcquireHooks.class, "cancelsAndRepairs")),
    /** A writer does not wait for the readers that a mode change has let in. */
    READERS_NOT_AWAITED(Finder.CHECKER,
        in("Inbox.onModeChanged").reads("HoldState.WAITS_FOR_READERS", "HoldState.HOLDS_EXCLUSIVE")),
    /** A mode change expects one release too many. */
    READERS_ONE_TOO_MANY(Finder.CHECKER, in("ShiftLock.expected").ends(TurnHooks.class, "expectsOneMore")),

    // The same, where processes keep locks and pass them on

    /** A writer leaves its lock to the agent though readers wait, who have found the writer in the tail. */
    AGENT_GETS_READERS(Finder.CHECKER,
        in("MaskedEntry.leavesTo").reads("EntryMasks.LEAVE_TO_AGENT", Masks.class, "LEAVE_BESIDE_READERS")),
    /** A reader waits for what an agent keeps, and tells nobody. */
    AGENT_NOT_ASKED(Finder.CHECKER, in("ShiftLock.readerEnters").answers("EntrySteps.tail", 0L).times(2)),
    /** A writer leaves its lock to the agent and names it in the entry, though others have queued meanwhile. */
    AGENT_GETS_SUCCESSOR(Finder.CHECKER,
        in("MaskedEntry.leavesTo").reads("EntryMasks.LEAVE_TO_AGENT", Masks.class, "LEAVE_ANY_TAIL")),
    /** A writer passes its turn on and stays named in the tail pointer. */
    PASSED_ON_UNNAMED(Finder.CHECKER, in("LocalTurns.putInPlace").returns(true)),
    /** A writer passes its turn on, and keeps to itself who comes after it. */
    PASSED_ON_WITHOUT_SUCCESSOR(Finder.CHECKER, in("Turn.takeOver").answers("Turn.successor", 0L)),
    /** A leader that leaves the queue tells nobody that now another must lead. */
    FOLLOWERS_LEFT_BEHIND(Finder.CHECKER, in("LocalTurns.endLead").skips("LockCache.endLead")),

    // The same, where several locks are got at once

    /** A server goes on behind a lock that is not free, and the client queues for locks behind it. */
    CHAIN_CONDITION_IGNORED(Finder.CHECKER, in("LockBatch.stopUnlessFree").doesNothing()),
    /** A writer's condition looks at the tail only, so that it goes on behind a lock that readers have. */
    CHAIN_GOES_ON_BEHIND_READERS(Finder.CHECKER, in("LockBatch.stopUnlessFree").uses(-2L, -16_777_216L)),
    /** What was got at other servers behind the first lock that is not free is not given back. */
    CHAIN_NOT_GIVEN_BACK(Finder.CHECKER, in("LockBatch.keep").skips("LockBatch.giveBack")),
    /** At other servers, too, verbs queue: also behind a lock that is not free. */
    CHAIN_QUEUES_EVERYWHERE(Finder.CHECKER, in("LockBatch.chain").answers("Fabric.server", 0)),
    /** A writer that has queued in a chain does not tell whom it has found there. */
    CHAIN_SUCCESSOR_UNTOLD(Finder.CHECKER, in("BatchedVerbs.onQueued").answers("LockEntry.hasTail", false)),
    /** A writer that has queued in a chain does not wait for the readers that it has found. */
    CHAIN_READERS_IGNORED(Finder.CHECKER, in("BatchedVerbs.onQueued").answers("LockEntry.isFree", true)),

    // The same, where clients fail

    /** A batch goes for a lock that is about to be reset. */
    CHAIN_INTO_FREEZE(in("ProcessClient.way").answers("LockSession.isFrozen", false)),
    /** A process consents to a reset while verbs of a batch are under way. */
    CHAIN_CONSENTED_TO(in("ShiftLockClient.acquireAll").skips("ShiftLockClient.enter")),
    /** What the process keeps is not left there when the chain stops before it. */
    CHAIN_KEEPS_LOCAL(in("ProcessClient.leaveLocal").skips("LocalLocks.giveBackLocal")),
    /** A client of whose batch a verb was refused believes to have what it had before. */
    CHAIN_LOSS_UNNOTICED(
        in("ProcessClient.acquireTogether").skips("ProcessClient.lose/1"),
        in("ProcessClient.acquireTogether").skips("ProcessClient.lose/0")),
    /** A leader clears the tail among its other releases, and who waits behind it in the process waits for ever. */
    BATCH_LEAD_FORGOTTEN(in("LockBatch.addRelease").answers("Hold.leads", false)),
    /** What a process has got together, all without a verb, is not confirmed where the session has run out. */
    LOCAL_CHAIN_UNCONFIRMED(Finder.TEST, in("LockBatch.together").skips("ShiftLockClient.gotWithoutVerb")),
    /** A reader whose try is withdrawn stays counted, at a later server or behind the first lock that is not free. */
    TRY_STAYS_COUNTED(in("LockBatch.giveBack").skips("ShiftLockClient.leave")),

    // The same at several lock servers, one after the other

    /** What was got at the servers before is not given back when a client loses its session with a later one. */
    JOINED_LOSS_KEEPS_OTHERS(in("JoinedLockClient.seen").skips("LockClient.releaseAll")),
    /** A client goes on to the next server without the lock for which it has waited in vain. */
    JOINED_GOES_ON(in("JoinedLockClient.acquireAll").calls("LockClient.acquireAll", JoinedHooks.class, "goesOn")),
    /** A client gives back what it has at the first server, and keeps what it has at later ones. */
    JOINED_RELEASES_FIRST(
        in("JoinedLockClient.releaseFrom").calls("JoinedLockClient.releaseFrom", JoinedHooks.class, "releasesNone")
            .times(2)),

    // The same, with an entry of two words

    /** A writer that finds no other goes ahead without waiting for readers. */
    PLAIN_READERS_IGNORED(Finder.CHECKER,
        in("PlainEntry.atHead").reads("HoldState.WAITS_FOR_READERS", "HoldState.HOLDS_EXCLUSIVE")),
    /** A writer that tries does not look whether readers have come that have not left. */
    PLAIN_TRY_IGNORES_READERS(Finder.CHECKER,
        in("PlainEntry.writerTries").answers("PlainLockEntry.readers", 0),
        in("PlainEntry.atHead").reads("HoldState.WAITS_FOR_READERS", "HoldState.HOLDS_EXCLUSIVE")),
    /** A reader becomes the writer beside other readers. */
    PLAIN_UPGRADE_BESIDE_READERS(Finder.CHECKER,
        in("PlainEntry.readerUpgrades").answers("PlainLockEntry.readers", 1),
        in("PlainEntry.atHead").reads("HoldState.WAITS_FOR_READERS", "HoldState.HOLDS_EXCLUSIVE")),
    /** A reader that has become the writer stays counted. */
    PLAIN_UPGRADE_STAYS_IN(Finder.CHECKER, in("PlainEntry.readerUpgrades").uses(1L, 0L).times(2)),
    /** A writer that finds no other does not learn which Epoch it is. */
    PLAIN_EPOCH_NOT_LEARNT(Finder.CHECKER, in("PlainEntry.atHead").keeps("Hold.epoch")),
    /** A writer's release keeps Epoch, whether readers wait or not. */
    PLAIN_RELEASE_WITHOUT_FLIP(Finder.CHECKER, in("PlainEntry.cleared").answers("PlainEntry.waits", false)),
    /** A writer's release clears the tail, no matter who is there. */
    PLAIN_RELEASE_UNCONDITIONAL(Finder.CHECKER, in("PlainEntry.clearsTail").ends(PlainHooks.class, "clearsAnyTail")),
    /** A reader that gives up goes although it has been let in. */
    PLAIN_CANCEL_WITHOUT_EPOCH(Finder.CHECKER,
        in("ShiftLock.cancelReader").isReplaced(PlainHooks.class, "cancelsAtOnce")),
    /** A reader that gives up counts as one that has left. */
    PLAIN_CANCEL_COUNTED(Finder.CHECKER,
        in("PlainEntry.readerCancels").isReplaced(PlainHooks.class, "leavesInstead")),
    /** A writer at the head that gives up clears the tail although readers have come that wait for its flip. */
    PLAIN_LEAVE_IGNORES_READERS(Finder.CHECKER, in("PlainEntry.leavesQueue").ends(PlainHooks.class, "leavesAnyway")),
    /** A mode change forgets the readers that it lets in. */
    PLAIN_FLIP_FORGETS_READERS(Finder.CHECKER, in("PlainEntry.flips").answers("PlainLockEntry.readers", 0)),
    /** A mode change adds one to Epoch, whatever it is. */
    PLAIN_FLIP_ONLY_UP(Finder.CHECKER, in("PlainEntry.flips").uses(2L, 0L)),
    /** A writer leaves its lock to the agent though readers wait, who have found the writer in the tail. */
    PLAIN_AGENT_GETS_READERS(Finder.CHECKER,
        in("PlainEntry.leavesTo").isReplaced(PlainHooks.class, "leavesBesideReaders"));

    private final Finder finder;
    @SuppressWarnings("ImmutableEnumChecker") // The list is one of List.of, and nothing changes a mutation.
    private final List<Mutation> mutations;

    PlantedBug(Mutation... mutations) {
        this(Finder.CAMPAIGN, mutations);
    }

    PlantedBug(Finder finder, Mutation... mutations) {
        this.finder = finder;
        this.mutations = List.of(mutations);
    }

    /**
     * Finds a bug by its name on the command line.
     *
     * @param name as {@link #commandName} has it
     * @return the bug, if there is one of that name
     */
    public static Optional<PlantedBug> of(String name) {
        return Arrays.stream(values()).filter(bug -> bug.commandName().equals(name)).findFirst();
    }

    /** {@return its name on the command line, in small letters with hyphens} */
    public String commandName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return whether fault campaigns must find it; false if it is for something else to find} */
    public boolean isForCampaigns() {
        return finder == Finder.CAMPAIGN;
    }

    /**
     * Plants it in a second copy of the code; the copy in which the caller runs stays as it is.
     *
     * @return loads the code with the bug
     * @throws IllegalStateException if the product has changed, so that the bug cannot be planted as described here
     */
    public MutantLoader plant() {
        return new MutantLoader(LockCode.subject(), mutations);
    }
}
