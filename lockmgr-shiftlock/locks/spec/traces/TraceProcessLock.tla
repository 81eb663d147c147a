---------------------------- MODULE TraceProcessLock ----------------------------
(* Is what two processes did to a lock, that they keep or pass on, a behaviour of ProcessLock? A trace has what shows *)
(* from outside: verbs that change the entry, notices taken from a mailbox, accesses to the data, tokens, and          *)
(* what the lock server says of sessions. What clients do in the memory of their process, verbs that change nothing,  *)
(* and rounds do not show: between two steps of a trace any number of these may happen.                               *)
(*                                                                                                                    *)
(* TraceData is written by the tests (ShownTraces): the clients, the options, and sequences of records                *)
(*   v: what shows                                                                                                    *)
(*   p: of which party; None for the lock server                                                                      *)
(*   e: the entry afterwards, <<Epoch, RdrCnt, TailPtr, generation, RelCnt>>                                          *)
(*   t: a token, <<generation, RelCnt, consWrt, local>>                                                               *)
(*   n: the notice, <<kind, from, attempt, generation, RelCnt, epoch, consWrt>>; of RECALL only its kind              *)
EXTENDS ProcessLock, TraceData

VARIABLES
    trace,   \* which one
    at,      \* the number of its next step
    asking,  \* clients that have asked for the lock, and whose acquisition has not begun
    named    \* which attempt of the code is which of the model

Shown == Traces[trace][at]
AtEnd == at > Len(Traces[trace])

--------------------------------------------------------------------------------
(* Instead of the model's own *)

TraceBegins(c) == Is(c, "IDLE") /\ c \in asking /\ MayBegin(c)
\* Between a verb and its answer a process does not know yet that it keeps the lock, or that one of its clients leads.
TraceAsksProcess(c) == FALSE

--------------------------------------------------------------------------------
EntryIs(e) == entry' = [ep |-> e[1], rd |-> e[2], tail |-> e[3], gen |-> e[4], rel |-> e[5]]

Changes(x) ==
    /\ ReaderEnters(x) \/ ReaderLeaves(x) \/ WriterQueues(x) \/ LeavesToAgent(x) \/ PassesOn(x) \/ ClearsTail(x)
       \/ ChangesMode(x)
    /\ quiet' = FALSE

\* Whose attempt a notice names.
Namer(m) == IF m.kind = "SUCCESSOR" THEN m.from ELSE m.to
IsNotice(m, x, n) ==
    /\ m.kind = n[1] /\ m.to = x
    /\ CASE m.kind = "RECALL" -> TRUE
         [] m.kind = "SUCCESSOR" -> m.from = n[2] /\ m.gen = n[4] /\ m.rel = n[5]
         [] OTHER -> m.gen = n[4] /\ m.rel = n[5] /\ m.ep = n[6] /\ m.cons = n[7]
    /\ m.kind # "RECALL" => \A a \in named : a[1] = Namer(m) => (a[2] = n[3] <=> a[3] = m.att)
Names(m, n) == IF m.kind = "RECALL" THEN named ELSE named \cup {<<Namer(m), n[3], m.att>>}

Follows(s) ==
    CASE s.v = "entry" ->
           /\ IF s.p = None THEN Resets ELSE Changes(s.p)
           /\ entry' # entry /\ EntryIs(s.e) /\ named' = named
      [] s.v = "hears" ->
           \E m \in net : IsNotice(m, s.p, s.n) /\ Hears(m) /\ quiet' = FALSE /\ named' = Names(m, s.n)
      [] s.v = "works" -> Works(s.p) /\ quiet' = FALSE /\ named' = named
      [] s.v = "gets" ->
           Holds(s.p) /\ hold[s.p].work = 0 /\ Token(s.p, hold[s.p]) = s.t /\ UNCHANGED vars /\ named' = named
      [] s.v = "returns" -> Is(s.p, "IDLE") /\ UNCHANGED vars /\ named' = named
      [] s.v = "asks" -> s.p \notin asking /\ UNCHANGED vars /\ named' = named
      [] s.v = "crashes" -> Crashes(s.p) /\ quiet' = FALSE /\ named' = named
      [] s.v = "fences" -> SessionEnds(s.p) /\ quiet' = FALSE /\ named' = named
      [] OTHER -> FALSE

\* Of two writers of a process that queue at the same time, the one leads that hears of it first.
LeadsInstead(c, d) ==
    /\ Home(c) = Home(d) /\ hold[c].leads /\ ~hold[d].leads /\ keep[Home(c)].queue = <<>>
    /\ \A x \in {c, d} : x \in Writers /\ hold[x].st \in {"WAITS_FOR_TURN", "WAITS_FOR_READERS"}
    /\ hold' = [hold EXCEPT ![c].leads = FALSE, ![d].leads = TRUE]
    /\ UNCHANGED <<entry, keep, net, heard, Failing, Round, Judge>>

\* What does not show.
Hidden ==
    /\ \/ /\ \/ \E c \in Clients :
                \/ ReaderLooks(c) \/ WriterLooks(c) \/ Recalls(c) \/ Confirms(c) \/ AsksHere(c) \/ IsServed(c)
                \/ GivesBackHere(c) \/ WaitsBehindLeader(c) \/ Chooses(c) \/ PassesOn(c) \/ TakesTurn(c)
             \/ \E x \in Parties : ClearsTail(x) \/ HandsOver(x) \/ ChangesMode(x) \/ LearnsOfReset(x)
             \/ \E c, d \in Clients : LeadsInstead(c, d)
             \/ \E p \in Processes : TakesOver(p)
          /\ quiet' = FALSE
       \/ RoundBegins \/ FindsItMoved
       \/ \E p \in Processes : IsTold(p)
       \/ \E x \in Parties : AnswersHeld(x) \/ AnswersFrozen(x)
    /\ entry' = entry

\* A client whose wait has become void begins again.
Asking(c) ==
    IF hold[c].st = "IDLE" /\ hold'[c].st # "IDLE" THEN FALSE
    ELSE c \in asking \/ (hold[c].st \in {"WAITS_FOR_EPOCH", "WAITS_FOR_TURN", "WAITS_FOR_READERS"}
                          /\ hold'[c].st = "IDLE")

TraceNext ==
    /\ ~AtEnd
    /\ \/ Follows(Shown) /\ at' = at + 1
       \/ Hidden /\ at' = at /\ named' = named
    /\ asking' = {c \in Clients : Asking(c) \/ (at' > at /\ Shown.v = "asks" /\ Shown.p = c)}
    /\ UNCHANGED trace

TraceInit ==
    /\ Init
    /\ trace \in DOMAIN Traces
    /\ at = 1 /\ asking = {} /\ named = {}

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at, asking, named>>

\* How far each trace has been followed: all the way, or it is rejected.
ASSUME \A i \in DOMAIN Traces : TLCSet(i, 0)
Report == at > TLCGet(trace) => TLCSet(trace, at) /\ PrintT(<<"reached", trace, at>>)
================================================================================
