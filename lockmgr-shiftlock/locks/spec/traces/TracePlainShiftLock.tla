-------------------------- MODULE TracePlainShiftLock --------------------------
(* The same as TraceShiftLock for entries of two words: each step of a trace    *)
(* must be an action of PlainShiftLock by the same client, after which the      *)
(* entry is what the code left. What changes neither word nor sends a notice is *)
(* not in a trace: the client's looks happen right before its next step.        *)
(*                                                                              *)
(* TraceData is written by the tests (PlainTraces): sequences of records        *)
(*   v: what kind of step                                                       *)
(*   c: whose                                                                   *)
(*   e: the entry afterwards, <<In, TailPtr, Epoch, Out>>                       *)
(*   n: the notice that was received, <<kind, to, from, Out, epoch, consWrt>>,  *)
(*      or <<>>; only a Successor's sender is known                             *)
EXTENDS PlainShiftLock, TraceData, Sequences, TLC

VARIABLES
    trace,  \* which one
    at      \* the number of its next step

Step == Traces[trace][at]
AtEnd == at > Len(Traces[trace])

EntryIs(e) == in' = e[1] /\ tail' = e[2] /\ epoch' = e[3] /\ out' = e[4]

IsNotice(m, n) ==
    /\ m[1] = n[1] /\ m[2] = n[2]
    /\ IF n[1] = "successor" THEN m[3] = n[3] ELSE m[4] = n[4] /\ m[5] = n[5] /\ m[6] = n[6]

Acts(s) ==
    CASE s.v = "comes" -> ReaderComes(s.c)
      [] s.v = "gives-up" -> ReaderGivesUp(s.c)
      [] s.v = "leaves" -> ReaderLeaves(s.c) \/ UpgradeLeaves(s.c)
      [] s.v = "queues" -> IF s.c \in Writers THEN WriterQueues(s.c) ELSE UpgradeCloses(s.c)
      [] s.v = "clears" -> Clears(s.c)
      [] s.v = "flips" -> ChangesMode(s.c)
      [] s.v = "hands-over" -> HandsOver(s.c)
      [] s.v = "hears" -> \E m \in mail : IsNotice(m, s.n) /\ Receives(s.c, m)
      [] OTHER -> FALSE

Looks(c) == ReaderSees(c) \/ UpgradeLooksAtOut(c) \/ WriterReadsOut(c) \/ WaitEnds(c)

TraceNext ==
    /\ ~AtEnd
    /\ \/ Acts(Step) /\ EntryIs(Step.e) /\ at' = at + 1
       \/ Looks(Step.c) /\ at' = at
    /\ UNCHANGED trace

TraceInit ==
    /\ Init
    /\ trace \in DOMAIN Traces
    /\ at = 1

TraceSpec == TraceInit /\ [][TraceNext]_<<vars, trace, at>>

Report ==
    AtEnd => PrintT(<<"accepted", trace>>)
================================================================================
