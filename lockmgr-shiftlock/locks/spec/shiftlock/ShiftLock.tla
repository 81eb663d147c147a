------------------------------- MODULE ShiftLock -------------------------------
(* One lock of ShiftLock with failures: Algorithms 2 and 3 of the paper        *)
(* (FAST '25) as Baton runs them, resets, and the rules of page 5-recovery.md. *)
(*                                                                             *)
(* A verb is one step. A notice travels for any time and overtakes others. A   *)
(* client may pause anywhere, for any time; there are no clocks. A SEND is one *)
(* step with the verb before it: a crash between the two is a crash that loses *)
(* the notices still under way.                                                *)
(* Left out: deadlines and ghosts (explored on the Java code), mailboxes that  *)
(* are full.                                                                   *)
EXTENDS Integers, FiniteSets, TLC

CONSTANTS
    Writers, Readers,
    None,           \* no client
    Rounds,         \* acquisitions a client begins
    Threshold,      \* writers in a row before readers get the lock
    SilentHandover, \* a hand-over leaves the entry alone
    TrueEpoch,      \* notices carry Epoch; FALSE is the paper's guess
    Policy,         \* who arbitrates resets: "NOBODY", "LEASE" or "SESSION"
    MaxResets,      \* LEASE: resets in a behaviour
    MaxCrashes,     \* clients that stop for ever
    MaxStalls,      \* SESSION: live clients whose session expires
    Announced,      \* SESSION: a reset waits until every live session has been told of it
    Consent,        \* SESSION: a reset waits until every live session has frozen the lock, and none holds it
    \* The rules
    Fence,          \* R1: what storage refuses: see StorageAccepts
    PinnedWriter,   \* R2: a writer's release compares generation and RelCnt
    PinnedReader,   \* R2: a reader's release compares the generation
    CheckedNotice,  \* R3: notices carry generation and attempt, and are checked
    NamedReset,     \* R4: a reset names the generation and RelCnt observed
    SignOfLife,     \* R5: it also names a sign that every grant moves
    \* Fencing tokens
    TokenParts,     \* what storage compares: "gen", "relCnt" or "consWrt"
    FreshReader,    \* a reader let in takes RelCnt from the READ that told it so
    LateWrites      \* a write may reach storage a second time, at any later time

Clients == Writers \cup Readers
Symmetry == Permutations(Writers) \cup Permutations(Readers)

VARIABLES
    entry,      \* the lock's entry at the server
    hold,       \* what each client remembers of the lock
    net,        \* notices under way
    mark,       \* storage: the highest tokens seen of writers (w) and readers (r)
    late,       \* writes that may reach storage again: their client and token
    session,    \* "LIVE" or "FENCED"
    unsettled,  \* SESSION: a session has been fenced since the last reset
    announced,  \* SESSION: a reset has been announced; Consent: a round is on
    told,       \* who knows of it; Consent: who has frozen the lock
    named,      \* Consent: generation and RelCnt at the beginning of the round
    void,       \* Consent: who has frozen a lock that was then reset, and has not noticed
    crashes, stalls,
    top,        \* the last writer's token in this generation: the sign of life
    faults      \* mistakes seen so far
vars == <<entry, hold, net, mark, late, session, unsettled, announced, told, named, void, crashes, stalls,
          top, faults>>

--------------------------------------------------------------------------------
(* Tokens: <<generation, RelCnt, consWrt>>, in lexical order. *)

Less(a, b) ==
    \/ a[1] < b[1]
    \/ a[1] = b[1] /\ a[2] < b[2]
    \/ a[1] = b[1] /\ a[2] = b[2] /\ a[3] < b[3]
Higher(a, b) == IF Less(a, b) THEN b ELSE a
Zero == <<0, 0, 0>>

Token(c) == <<hold[c].gen, hold[c].rel, hold[c].cons>>
Compared(t) ==
    <<t[1], IF TokenParts = "gen" THEN 0 ELSE t[2], IF TokenParts = "consWrt" THEN t[3] ELSE 0>>

StorageAccepts(c, t) ==
    CASE Fence = "none" -> TRUE
      [] Fence = "session" -> session[c] = "LIVE"   \* storage is behind the gate of the lock server
      [] Fence = "reset" -> t[1] >= entry.gen       \* a reset tells storage the new generation first
      [] Fence \in {"all", "writes"} ->            \* storage remembers the highest tokens; "writes": of writes only
            /\ ~Less(Compared(t), Compared(mark.w))
            /\ c \in Writers => ~Less(Compared(t), Compared(mark.r))

--------------------------------------------------------------------------------
Idle(att) == [st |-> "IDLE", att |-> att, work |-> 0, gen |-> 0, rel |-> 0, ep |-> 0, cons |-> 0,
              succ |-> None, succAtt |-> 0, seenRel |-> 0, seenTop |-> Zero]

InitialSession == [c \in Clients |-> "LIVE"]

Init ==
    /\ entry = [ep |-> 0, rd |-> 0, tail |-> None, gen |-> 0, rel |-> 0]
    /\ hold = [c \in Clients |-> Idle(0)]
    /\ net = {}
    /\ mark = [w |-> Zero, r |-> Zero]
    /\ late = {}
    /\ session = InitialSession
    /\ unsettled = FALSE
    /\ announced = FALSE
    /\ told = {}
    /\ named = <<0, 0>>
    /\ void = {}
    /\ crashes = 0
    /\ stalls = 0
    /\ top = Zero
    /\ faults = {}

Is(c, s) == hold[c].st = s
Waits(c) == hold[c].st \in {"WAITS_FOR_EPOCH", "WAITS_FOR_TURN", "WAITS_FOR_READERS", "RELEASES_TO_SUCCESSOR"}
Holds(c) == hold[c].st \in {"HOLDS_SHARED", "HOLDS_EXCLUSIVE"}
Dead(c) == Is(c, "DEAD")
StandsStill(c) == c \in told \cup void
\* The client issues verbs, and the server executes them.
Reaches(c) == session[c] = "LIVE" /\ ~Dead(c) /\ ~StandsStill(c)

Begins(c) == Is(c, "IDLE") /\ Reaches(c) /\ hold[c].att < Rounds

Becomes(c, h) == hold' = [hold EXCEPT ![c] = h]
ForgetsHold(c) == Becomes(c, Idle(hold[c].att))
Observed(h) == [h EXCEPT !.seenRel = entry.rel, !.seenTop = top]
Grants(t) == top' = IF t[1] = entry.gen THEN t ELSE top

Outside == <<mark, late, session, unsettled, announced, told, named, void, crashes, stalls, faults>>

--------------------------------------------------------------------------------
(* Algorithm 2: acquire *)

ReaderEnters(c) ==
    /\ c \in Readers /\ Begins(c)
    /\ entry' = [entry EXCEPT !.rd = @ + 1]
    /\ LET h == [Idle(hold[c].att + 1) EXCEPT !.gen = entry.gen, !.rel = entry.rel, !.ep = entry.ep]
       IN Becomes(c, IF entry.tail = None
                     THEN [h EXCEPT !.st = "HOLDS_SHARED"]
                     ELSE [Observed(h) EXCEPT !.st = "WAITS_FOR_EPOCH"])
    /\ UNCHANGED <<net, top, Outside>>

\* The generation first: the flip may be one of the next.
ReaderLooks(c) ==
    /\ Is(c, "WAITS_FOR_EPOCH") /\ Reaches(c)
    /\ \/ entry.gen # hold[c].gen /\ ForgetsHold(c)
       \/ /\ entry.gen = hold[c].gen /\ entry.ep # hold[c].ep
          /\ Becomes(c, [hold[c] EXCEPT !.st = "HOLDS_SHARED", !.rel = IF FreshReader THEN entry.rel ELSE @,
                                        !.seenRel = 0, !.seenTop = Zero])
    /\ UNCHANGED <<entry, net, top, Outside>>

WriterEnqueues(c) ==
    /\ c \in Writers /\ Begins(c)
    /\ entry' = [entry EXCEPT !.tail = c]
    /\ LET h == [Idle(hold[c].att + 1) EXCEPT
                    !.gen = entry.gen, !.rel = entry.rel, !.ep = entry.ep, !.cons = 1]
       IN CASE entry.tail # None ->
                 /\ Becomes(c, [Observed(h) EXCEPT !.st = "WAITS_FOR_TURN"])
                 /\ net' = net \cup {[kind |-> "SUCCESSOR", to |-> entry.tail, from |-> c, att |-> h.att,
                                      gen |-> h.gen, rel |-> 0, ep |-> 0, cons |-> 0]}
                 /\ UNCHANGED top
            [] entry.tail = None /\ entry.rd # 0 ->
                 /\ Becomes(c, [Observed(h) EXCEPT !.st = "WAITS_FOR_READERS", !.rel = entry.rel + entry.rd])
                 /\ UNCHANGED <<net, top>>
            [] OTHER ->
                 /\ Becomes(c, [h EXCEPT !.st = "HOLDS_EXCLUSIVE"])
                 /\ Grants(<<h.gen, h.rel, 1>>)
                 /\ UNCHANGED net
    /\ UNCHANGED Outside

WriterLooks(c) ==
    /\ Is(c, "WAITS_FOR_READERS") /\ Reaches(c)
    /\ entry.gen = hold[c].gen /\ entry.rel = hold[c].rel
    /\ Becomes(c, [hold[c] EXCEPT !.st = "HOLDS_EXCLUSIVE", !.seenRel = 0, !.seenTop = Zero])
    /\ Grants(Token(c))
    /\ UNCHANGED <<entry, net, Outside>>

WriterSeesReset(c) ==
    /\ c \in Writers /\ Waits(c) /\ Reaches(c) /\ entry.gen # hold[c].gen
    /\ ForgetsHold(c)
    /\ UNCHANGED <<entry, net, top, Outside>>

--------------------------------------------------------------------------------
(* Work under the lock: two accesses, so that another holder may come between. *)

Works(c) ==
    /\ Holds(c) /\ hold[c].work < 2 /\ ~StandsStill(c)
    /\ LET t == Token(c)
           w == c \in Writers
       IN IF StorageAccepts(c, t)
          THEN /\ Becomes(c, [hold[c] EXCEPT !.work = @ + 1])
               /\ mark' = IF w THEN [mark EXCEPT !.w = Higher(@, t)]
                          ELSE IF Fence = "writes" THEN mark ELSE [mark EXCEPT !.r = Higher(@, t)]
               /\ late' = IF LateWrites /\ w THEN late \cup {<<c, t>>} ELSE late
               /\ faults' = faults
          ELSE /\ ForgetsHold(c)
               /\ faults' = IF t[1] = entry.gen /\ session[c] = "LIVE"
                            THEN faults \cup {"refused a holder"} ELSE faults
               /\ UNCHANGED <<mark, late>>
    /\ UNCHANGED <<entry, net, session, unsettled, announced, told, named, void, crashes, stalls, top>>

LateWriteArrives(l) ==
    /\ late' = late \ {l}
    /\ faults' = IF StorageAccepts(l[1], l[2]) /\ Less(l[2], Higher(mark.w, mark.r))
                 THEN faults \cup {"late write"} ELSE faults
    /\ UNCHANGED <<entry, hold, net, mark, session, unsettled, announced, told, named, void, crashes, stalls, top>>

--------------------------------------------------------------------------------
(* Algorithm 3: release *)

ReaderLeaves(c) ==
    /\ Is(c, "HOLDS_SHARED") /\ hold[c].work = 2 /\ Reaches(c)
    /\ entry' = IF PinnedReader /\ entry.gen # hold[c].gen
                THEN entry
                ELSE [entry EXCEPT !.rd = @ - 1, !.rel = @ + 1]
    /\ ForgetsHold(c)
    /\ UNCHANGED <<net, top, Outside>>

Matches(c) == PinnedWriter => entry.gen = hold[c].gen /\ entry.rel = hold[c].rel
Turn(c, kind, rel, ep, cons) ==
    [kind |-> kind, to |-> hold[c].succ, from |-> c, att |-> hold[c].succAtt,
     gen |-> hold[c].gen, rel |-> rel, ep |-> ep, cons |-> cons]

\* One CAS. If it fails, somebody has queued behind, or the lock has been reset.
ClearsTail(c) ==
    /\ Is(c, "HOLDS_EXCLUSIVE") /\ hold[c].work = 2 /\ hold[c].succ = None /\ Reaches(c)
    /\ LET h == hold[c]
           pass == entry.tail = c /\ Matches(c)
       IN /\ entry' = IF pass
                      THEN [entry EXCEPT !.tail = None, !.ep = 1 - h.ep, !.gen = h.gen, !.rel = h.rel + 1]
                      ELSE entry
          /\ IF pass \/ (PinnedWriter /\ entry.gen # h.gen)
             THEN ForgetsHold(c)
             ELSE Becomes(c, [Observed(h) EXCEPT !.st = "RELEASES_TO_SUCCESSOR"])
    /\ UNCHANGED <<net, top, Outside>>

Leaving(c) ==
    /\ hold[c].succ # None
    /\ Is(c, "RELEASES_TO_SUCCESSOR") \/ (Is(c, "HOLDS_EXCLUSIVE") /\ hold[c].work = 2)

\* Silent: no verb, so that a fenced session does not keep the client from it.
HandsOver(c) ==
    /\ Leaving(c) /\ hold[c].cons < Threshold /\ ~StandsStill(c)
    /\ SilentHandover \/ Reaches(c)
    /\ LET h == hold[c]
           rel == IF SilentHandover THEN h.rel ELSE h.rel + 1
       IN IF SilentHandover \/ Matches(c)
          THEN /\ entry' = IF SilentHandover THEN entry ELSE [entry EXCEPT !.rel = @ + 1]
               /\ net' = net \cup {Turn(c, "HANDOVER", rel, h.ep, h.cons + 1)}
          ELSE UNCHANGED <<entry, net>>
    /\ ForgetsHold(c)
    /\ UNCHANGED <<top, Outside>>

\* One CAS lets the waiting readers in. If there are none, the successor gets the lock itself.
ChangesMode(c) ==
    /\ Leaving(c) /\ hold[c].cons >= Threshold /\ Reaches(c)
    /\ LET h == hold[c]
           pass == (TrueEpoch => entry.ep = h.ep) /\ Matches(c)
       IN IF pass
          THEN /\ entry' = [entry EXCEPT !.ep = 1 - @, !.gen = h.gen, !.rel = h.rel + 1]
               /\ net' = net \cup
                    {IF entry.rd = 0 /\ TrueEpoch
                     THEN Turn(c, "HANDOVER", h.rel + 1, 1 - h.ep, 1)
                     ELSE Turn(c, "MODE_CHANGED", h.rel + 1 + entry.rd, 1 - h.ep, 1)}
          ELSE UNCHANGED <<entry, net>>
    /\ ForgetsHold(c)
    /\ UNCHANGED <<top, Outside>>

--------------------------------------------------------------------------------
(* Notices. One that is not accepted is dropped. *)

HearsSuccessor(m) ==
    LET h == hold[m.to]
        accepted == /\ m.to \in Writers /\ h.st \notin {"IDLE", "DEAD"} /\ h.succ = None
                    /\ CheckedNotice => m.gen = h.gen
    IN /\ m.kind = "SUCCESSOR"
       /\ hold' = IF accepted THEN [hold EXCEPT ![m.to].succ = m.from, ![m.to].succAtt = m.att] ELSE hold
       /\ UNCHANGED top

HearsTurn(m) ==
    LET c == m.to
        h == hold[c]
        accepted == /\ h.st = "WAITS_FOR_TURN"
                    /\ CheckedNotice => m.gen = h.gen /\ m.att = h.att
        epoch == IF TrueEpoch THEN m.ep ELSE IF m.kind = "HANDOVER" THEN h.ep ELSE 1 - h.ep
        turn == [h EXCEPT !.rel = m.rel, !.ep = epoch, !.cons = m.cons]
    IN /\ m.kind # "SUCCESSOR"
       /\ IF ~accepted THEN UNCHANGED <<hold, top>>
          ELSE IF m.kind = "HANDOVER"
          THEN /\ Becomes(c, [turn EXCEPT !.st = "HOLDS_EXCLUSIVE", !.seenRel = 0, !.seenTop = Zero])
               /\ Grants(<<turn.gen, turn.rel, turn.cons>>)
          ELSE /\ Becomes(c, [turn EXCEPT !.st = "WAITS_FOR_READERS"])
               /\ UNCHANGED top

Hears(m) ==
    /\ net' = net \ {m}
    /\ HearsSuccessor(m) \/ HearsTurn(m)
    /\ UNCHANGED <<entry, Outside>>

--------------------------------------------------------------------------------
(* Failures and recovery *)

\* With it go all its notices that nobody has received yet, or none of them.
Crashes(c) ==
    /\ crashes < MaxCrashes /\ ~Dead(c)
    /\ crashes' = crashes + 1
    /\ Becomes(c, [Idle(0) EXCEPT !.st = "DEAD"])
    /\ \/ net' = {m \in net : m.to # c}
       \/ net' = {m \in net : m.to # c /\ m.from # c}
    /\ UNCHANGED <<entry, mark, late, session, unsettled, announced, told, named, void, stalls, top, faults>>

\* The server fences a session that has expired: of a dead client, or of a live one that was silent for too long.
SessionExpires(c) ==
    /\ Policy = "SESSION" /\ session[c] = "LIVE"
    /\ Dead(c) \/ stalls < MaxStalls
    /\ stalls' = IF Dead(c) THEN stalls ELSE stalls + 1
    /\ session' = [session EXCEPT ![c] = "FENCED"]
    /\ unsettled' = TRUE
    /\ UNCHANGED <<entry, hold, net, mark, late, announced, told, named, void, crashes, top, faults>>

\* A verb is refused, or a heartbeat: the client forgets its locks and begins a new session, with the same route.
FindsItselfFenced(c) ==
    /\ session[c] = "FENCED" /\ ~Dead(c)
    /\ ForgetsHold(c)
    /\ session' = [session EXCEPT ![c] = "LIVE"]
    /\ told' = IF Consent THEN told \ {c}            \* in a round it has yet to freeze
               ELSE IF announced THEN told \cup {c} ELSE told
    /\ void' = void \ {c}
    /\ UNCHANGED <<entry, net, mark, late, unsettled, announced, named, crashes, stalls, top, faults>>

MayReset == IF Policy = "LEASE" THEN entry.gen < MaxResets ELSE Policy = "SESSION" /\ unsettled /\ ~announced

Resets ==
    /\ entry' = [entry EXCEPT !.rd = 0, !.tail = None, !.gen = @ + 1, !.rel = 0]
    /\ unsettled' = FALSE
    /\ announced' = FALSE
    /\ told' = {}

\* Since the start of the observation a writer has handed the lock over, and RelCnt does not show it.
HandedOver(h) ==
    h.seenTop[1] = top[1] /\ h.seenTop[2] = top[2] /\ h.seenTop[3] >= 1 /\ h.seenTop[3] < top[3]

Announces ==
    /\ announced' = TRUE
    /\ UNCHANGED <<entry, unsettled, told>>

\* A client that waits suspects a failure: {generation, RelCnt, sign of life} as seen at the start of its observation.
AsksForReset(c) ==
    /\ Waits(c) /\ Reaches(c) /\ MayReset /\ ~Consent
    /\ LET h == hold[c]
           stale == h.gen # entry.gen
           moved == stale \/ h.seenRel # entry.rel
           alive == h.seenTop # top
           reset == (NamedReset => ~moved) /\ (SignOfLife => ~alive)
       IN IF reset
          THEN /\ IF Announced THEN Announces ELSE Resets
               /\ faults' = faults \cup (IF moved THEN {"reset a lock that moved"} ELSE {})
                                   \cup (IF HandedOver(h) /\ ~moved THEN {"reset a live chain"} ELSE {})
               /\ UNCHANGED hold
          ELSE /\ IF stale THEN ForgetsHold(c) ELSE Becomes(c, Observed(h))    \* STALE, or ALIVE
               /\ UNCHANGED <<entry, unsettled, announced, told, faults>>
    /\ UNCHANGED <<net, mark, late, session, named, void, crashes, stalls, top>>

\* The answer to a heartbeat. The client forgets the lock and lets it be until the reset is done.
HearsOfReset(c) ==
    /\ announced /\ ~Consent /\ Reaches(c)
    /\ ForgetsHold(c)
    /\ told' = told \cup {c}
    /\ UNCHANGED <<entry, net, mark, late, session, unsettled, announced, named, void, crashes, stalls, top, faults>>

AllTold == \A c \in Clients : c \in told \/ session[c] = "FENCED"

ResetsAsAnnounced ==
    /\ announced /\ ~Consent /\ AllTold
    /\ Resets
    /\ UNCHANGED <<hold, net, mark, late, session, named, void, crashes, stalls, top, faults>>

--------------------------------------------------------------------------------
(* The freeze: a reset by consent *)

\* Somebody has asked; nothing is said of who it was, nor when.
RoundBegins ==
    /\ Consent /\ MayReset
    /\ announced' = TRUE
    /\ named' = <<entry.gen, entry.rel>>
    /\ UNCHANGED <<entry, hold, net, mark, late, session, unsettled, told, void, crashes, stalls, top, faults>>

\* Keeps what it waits for, and stands still. A grant that comes now is kept, and not used.
Freezes(c) ==
    /\ Consent /\ announced /\ c \notin told
    /\ session[c] = "LIVE" /\ ~Dead(c) /\ (Holds(c) => c \in void)
    /\ told' = told \cup {c}
    /\ UNCHANGED <<entry, hold, net, mark, late, session, unsettled, announced, named, void, crashes, stalls, top,
                   faults>>

Thaws ==
    /\ Consent /\ announced
    /\ announced' = FALSE
    /\ told' = {}
    /\ UNCHANGED <<entry, hold, net, mark, late, session, unsettled, named, void, crashes, stalls, top, faults>>

\* The answer is ALIVE, and the lock stays as it is.
SaysHeld(c) == Holds(c) /\ Reaches(c) /\ Thaws
\* The answer is STALE.
FindsItMoved == AllTold /\ named # <<entry.gen, entry.rel>> /\ Thaws

ResetsByConsent ==
    /\ Consent /\ announced /\ AllTold
    /\ named = <<entry.gen, entry.rel>>
    /\ Resets
    /\ void' = void \cup {c \in told : ~Dead(c) /\ ~Is(c, "IDLE") /\ hold[c].gen = entry.gen}
    /\ UNCHANGED <<hold, net, mark, late, session, named, crashes, stalls, top, faults>>

LearnsOfReset(c) ==
    /\ c \in void /\ ~Dead(c)
    /\ ForgetsHold(c)
    /\ void' = void \ {c}
    /\ UNCHANGED <<entry, net, mark, late, session, unsettled, announced, told, named, crashes, stalls, top, faults>>

--------------------------------------------------------------------------------
Ended(c) == Dead(c) \/ (Is(c, "IDLE") /\ hold[c].att = Rounds)
Finished ==
    /\ \/ \A c \in Clients : Ended(c)
       \/ Policy # "SESSION" /\ crashes > 0 /\ ~MayReset     \* nobody left to mend the lock
    /\ UNCHANGED vars

Next ==
    \/ \E c \in Clients :
        \/ ReaderEnters(c) \/ ReaderLooks(c) \/ ReaderLeaves(c)
        \/ WriterEnqueues(c) \/ WriterLooks(c) \/ WriterSeesReset(c)
        \/ ClearsTail(c) \/ HandsOver(c) \/ ChangesMode(c)
        \/ Works(c)
        \/ Crashes(c) \/ SessionExpires(c) \/ FindsItselfFenced(c) \/ AsksForReset(c) \/ HearsOfReset(c)
        \/ Freezes(c) \/ SaysHeld(c) \/ LearnsOfReset(c)
    \/ ResetsAsAnnounced \/ RoundBegins \/ FindsItMoved \/ ResetsByConsent
    \/ \E m \in net : Hears(m)
    \/ \E l \in late : LateWriteArrives(l)
    \/ Finished

Spec == Init /\ [][Next]_vars

--------------------------------------------------------------------------------
(* What must hold *)

\* In the middle of its work, with a token that storage would accept for the rest of it.
InMiddle(c) == Holds(c) /\ hold[c].work = 1 /\ StorageAccepts(c, Token(c))
MutualExclusion ==
    \A w \in Writers : \A c \in Clients \ {w} : ~(InMiddle(w) /\ InMiddle(c))

CountIsNotNegative == entry.rd >= 0
HolderIsAccepted == "refused a holder" \notin faults
NoLateWrite == "late write" \notin faults
ResetHitsWhatWasSeen == "reset a lock that moved" \notin faults
LiveChainIsLeftAlone == "reset a live chain" \notin faults

GenerationGrows == [][entry'.gen >= entry.gen]_vars
TokensGrow == [][top' = top \/ Less(top, top')]_vars
================================================================================
