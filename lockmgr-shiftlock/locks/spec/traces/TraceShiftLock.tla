----------------------------- MODULE TraceShiftLock -----------------------------
(* Is what the code did a behaviour of the model? Each step of a trace must be  *)
(* an action of ShiftLock by the same client, after which the entry is what the *)
(* code found it to be, and the client remembers what the code remembered (if   *)
(* it is known: a client that died was not seen again). The technique is that   *)
(* of Cirstea, Kuppe, Loillier and Merz, "Validating Traces of Distributed      *)
(* Programs Against TLA+ Specifications" (2024).                                *)
(*                                                                              *)
(* TraceData is written by the tests (TraceFiles): the clients, the options,    *)
(* and sequences of records                                                     *)
(*   v: what kind of step (TraceVerb)                                           *)
(*   c: whose                                                                   *)
(*   e: the entry afterwards, <<Epoch, RdrCnt, TailPtr, generation, RelCnt>>    *)
(*   h: the client afterwards, <<state, generation, RelCnt, epoch, consWrt,     *)
(*      successor, its attempt>>, or <<>>                                       *)
(*   n: the notice that was received or sent, <<kind, to, attempt, generation,  *)
(*      RelCnt, epoch, consWrt, from>>, or <<>>                                 *)
EXTENDS ShiftLock, TraceData, Sequences

VARIABLES
    trace,  \* which one
    at      \* the number of its next step

Step == Traces[trace][at]
AtEnd == at > Len(Traces[trace])

--------------------------------------------------------------------------------
(* What is known *)

EntryIs(e) == entry' = [ep |-> e[1], rd |-> e[2], tail |-> e[3], gen |-> e[4], rel |-> e[5]]

ViewIs(c, h) ==
    LET m == hold'[c]
    IN CASE h = <<>> -> TRUE
         [] h # <<>> /\ h[1] = "IDLE" -> m.st = "IDLE"
         [] OTHER -> <<m.st, m.gen, m.rel, m.ep, m.cons, m.succ, m.succAtt>> = h

IsNotice(m, n) ==
    /\ m.kind = n[1] /\ m.to = n[2] /\ m.att = n[3] /\ m.gen = n[4]
    /\ IF n[1] = "SUCCESSOR" THEN m.from = n[8] ELSE m.rel = n[5] /\ m.ep = n[6] /\ m.cons = n[7]

Sends(n) == IF n = <<>> THEN TRUE ELSE \E m \in net' : IsNotice(m, n)

--------------------------------------------------------------------------------
(* Code step, and model action *)

Acts(v, c) ==
    CASE v = "enters" -> ReaderEnters(c)
      [] v = "leaves" -> ReaderLeaves(c)
      [] v = "reads" -> ReaderLooks(c) \/ WriterLooks(c) \/ WriterSeesReset(c)
      [] v = "enqueues" -> WriterEnqueues(c)
      [] v = "clears" -> ClearsTail(c)
      [] v = "counts" -> ~SilentHandover /\ HandsOver(c)
      [] v = "hands-over" -> SilentHandover /\ HandsOver(c)
      [] v = "flips" -> ChangesMode(c)
      [] v = "works" -> Works(c)
      [] v = "changes" -> LearnsOfReset(c)
      [] v = "crashes" -> Crashes(c) /\ net' = {m \in net : m.to # c}
      [] v = "fences" -> SessionExpires(c)
      [] v = "joins" -> FindsItselfFenced(c)
      [] v = "begins-round" -> RoundBegins
      [] v = "freezes" -> Freezes(c)
      [] v = "thaws" -> Thaws
      [] v = "resets" -> ResetsByConsent
      [] OTHER -> FALSE

\* The model's notices come once. What comes again must change nothing.
HearsAgain(c) == UNCHANGED vars

Follows(s) ==
    /\ CASE s.v = "hears" -> \E m \in net : IsNotice(m, s.n) /\ Hears(m)
         [] s.v = "hears-again" -> HearsAgain(s.c)
         [] OTHER -> Acts(s.v, s.c) /\ Sends(s.n)
    /\ EntryIs(s.e)
    /\ IF s.c = None THEN TRUE ELSE ViewIs(s.c, s.h)

TraceNext ==
    /\ ~AtEnd
    /\ Follows(Step)
    /\ at' = at + 1
    /\ UNCHANGED trace

\* With sessions a client is outside until the server lets its process in.
TraceInit ==
    /\ Init
    /\ trace \in DOMAIN Traces
    /\ at = 1

Outsiders == [c \in Clients |-> IF Policy = "SESSION" THEN "FENCED" ELSE "LIVE"]

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at>>

Report ==
    AtEnd => PrintT(<<"accepted", trace>>)

--------------------------------------------------------------------------------
(* Instead of the model's own: the limits that keep model checking finite do not matter here. *)

AnyTime == Policy = "SESSION" /\ ~announced
================================================================================
