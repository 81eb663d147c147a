--------------------------- MODULE PlainShiftLock ---------------------------
(* ShiftLock-8 (page 8): the steps of an entry of two words, without failures. One verb is one step; notices are      *)
(* delayed for any time and overtake each other. Each client goes through Rounds acquisitions. In wraps at InMax.     *)
EXTENDS Integers, FiniteSets

CONSTANTS Writers, Readers, Threshold, Rounds, InMax,
          Flips,      \* a release flips Epoch: "waiting" (if readers wait), "never"
          ReadsOut,   \* a writer that finds no tail looks at Out
          Confirms,   \* an upgrade takes itself out after it has closed the door; otherwise before
          GivesUp     \* waiting readers may give up; they compare Epoch: "epoch", "blindly", or never: "no"

ASSUME InMax > Cardinality(Readers)

VARIABLES in, tail, epoch, out,      \* the entry
          pc, left, ep, known, wrt, succ, seen,
          mail                       \* notices under way: <<kind, to, from, relCnt, epoch, consWrt>>

vars == <<in, tail, epoch, out, pc, left, ep, known, wrt, succ, seen, mail>>
Clients == Writers \cup Readers
None == "none"

Diff(a, b) == (a - b) % InMax
AllOut(i, o) == o + Diff(i, o)

Init == /\ in = 0 /\ tail = None /\ epoch = 0 /\ out = 0
        /\ pc = [c \in Clients |-> "idle"] /\ left = [c \in Clients |-> Rounds]
        /\ ep = [c \in Clients |-> 0] /\ known = [c \in Clients |-> 0]
        /\ wrt = [c \in Clients |-> 1] /\ succ = [c \in Clients |-> None]
        /\ seen = [c \in Clients |-> <<0, 0>>] /\ mail = {}

Goes(c, state) == pc' = [pc EXCEPT ![c] = state]
Ends(c) == /\ Goes(c, "idle") /\ left' = [left EXCEPT ![c] = @ - 1]

(* Readers *)
ReaderComes(r) ==
    /\ pc[r] = "idle" /\ left[r] > 0
    /\ in' = (in + 1) % InMax
    /\ ep' = [ep EXCEPT ![r] = epoch]
    /\ Goes(r, IF tail = None THEN "shared" ELSE "waitsEpoch")
    /\ UNCHANGED <<tail, epoch, out, left, known, wrt, succ, seen, mail>>

ReaderSees(r) ==
    /\ pc[r] = "waitsEpoch" /\ epoch # ep[r]
    /\ Goes(r, "shared")
    /\ UNCHANGED <<in, tail, epoch, out, left, ep, known, wrt, succ, seen, mail>>

ReaderGivesUp(r) ==
    /\ GivesUp # "no" /\ pc[r] = "waitsEpoch"
    /\ GivesUp = "epoch" => epoch = ep[r]
    /\ in' = (in - 1) % InMax
    /\ Ends(r)
    /\ UNCHANGED <<tail, epoch, out, ep, known, wrt, succ, seen, mail>>

ReaderLeaves(r) ==
    /\ pc[r] = "shared"
    /\ out' = out + 1
    /\ Ends(r)
    /\ UNCHANGED <<in, tail, epoch, ep, known, wrt, succ, seen, mail>>

(* An upgrade: READ Out, READ word 0, CAS, FAA Out. *)
UpgradeLooksAtOut(r) ==
    /\ pc[r] = "shared"
    /\ seen' = [seen EXCEPT ![r] = <<0, out>>]
    /\ IF Confirms THEN out' = out ELSE out' = out + 1
    /\ Goes(r, "upgrades")
    /\ UNCHANGED <<in, tail, epoch, left, ep, known, wrt, succ, mail>>

(* Word 0 is read and compared in one: a CAS that fails is a look that finds somebody. *)
UpgradeCloses(r) ==
    /\ pc[r] = "upgrades"
    /\ IF tail = None /\ Diff(in, seen[r][2]) = 1
       THEN /\ tail' = r /\ ep' = [ep EXCEPT ![r] = epoch]
            /\ seen' = [seen EXCEPT ![r] = <<in, 0>>]
            /\ Goes(r, "closed") /\ UNCHANGED out
       ELSE /\ Goes(r, "shared") /\ UNCHANGED <<tail, ep, seen>>
            /\ IF Confirms THEN UNCHANGED out ELSE out' = out - 1
    /\ UNCHANGED <<in, epoch, left, known, wrt, succ, mail>>

UpgradeLeaves(r) ==
    /\ pc[r] = "closed"
    /\ out' = IF Confirms THEN out + 1 ELSE out
    /\ LET all == AllOut(seen[r][1], out') IN
       /\ known' = [known EXCEPT ![r] = all]
       /\ Goes(r, IF all = out' THEN "holds" ELSE "waitsOut")
    /\ wrt' = [wrt EXCEPT ![r] = 1]
    /\ UNCHANGED <<in, tail, epoch, left, ep, succ, seen, mail>>

(* Writers *)
WriterQueues(w) ==
    /\ pc[w] = "idle" /\ left[w] > 0
    /\ seen' = [seen EXCEPT ![w] = <<in, 0>>]
    /\ ep' = [ep EXCEPT ![w] = epoch]
    /\ wrt' = [wrt EXCEPT ![w] = 1]
    /\ tail' = w
    /\ IF tail = None
       THEN /\ Goes(w, "readsOut") /\ UNCHANGED mail
       ELSE /\ Goes(w, "waitsTurn") /\ mail' = mail \cup {<<"successor", tail, w, 0, 0, 0>>}
    /\ UNCHANGED <<in, epoch, out, left, known, succ>>

WriterReadsOut(w) ==
    /\ pc[w] = "readsOut"
    /\ LET all == AllOut(seen[w][1], out) IN
       /\ known' = [known EXCEPT ![w] = all]
       /\ Goes(w, IF all = out \/ ~ReadsOut THEN "holds" ELSE "waitsOut")
    /\ UNCHANGED <<in, tail, epoch, out, left, ep, wrt, succ, seen, mail>>

WaitEnds(w) ==
    /\ pc[w] = "waitsOut" /\ out = known[w]
    /\ Goes(w, "holds")
    /\ UNCHANGED <<in, tail, epoch, out, left, ep, known, wrt, succ, seen, mail>>

Receives(c, m) ==
    /\ m \in mail /\ m[2] = c
    /\ mail' = mail \ {m}
    /\ CASE m[1] = "successor" ->
              /\ succ' = [succ EXCEPT ![c] = m[3]]
              /\ UNCHANGED <<pc, known, ep, wrt>>
         [] m[1] = "handover" ->
              /\ Goes(c, "holds")
              /\ known' = [known EXCEPT ![c] = m[4]] /\ ep' = [ep EXCEPT ![c] = m[5]]
              /\ wrt' = [wrt EXCEPT ![c] = m[6]] /\ UNCHANGED succ
         [] OTHER ->
              /\ Goes(c, "waitsOut")
              /\ known' = [known EXCEPT ![c] = m[4]] /\ ep' = [ep EXCEPT ![c] = m[5]]
              /\ wrt' = [wrt EXCEPT ![c] = 1] /\ UNCHANGED succ
    /\ UNCHANGED <<in, tail, epoch, out, left, seen>>

(* The first CAS takes In for what the holder knows; the word that a failure returns is the next guess. *)
Clears(w) ==
    /\ pc[w] = "holds" /\ succ[w] = None /\ tail = w
    /\ tail' = None
    /\ epoch' = IF Flips = "waiting" /\ Diff(in, known[w]) # 0 THEN 1 - ep[w] ELSE ep[w]
    /\ Ends(w)
    /\ UNCHANGED <<in, out, ep, known, wrt, succ, seen, mail>>

HandsOver(w) ==
    /\ pc[w] = "holds" /\ succ[w] # None /\ wrt[w] < Threshold
    /\ mail' = mail \cup {<<"handover", succ[w], w, known[w], ep[w], wrt[w] + 1>>}
    /\ succ' = [succ EXCEPT ![w] = None]
    /\ Ends(w)
    /\ UNCHANGED <<in, tail, epoch, out, ep, known, wrt, seen>>

ChangesMode(w) ==
    /\ pc[w] = "holds" /\ succ[w] # None /\ wrt[w] >= Threshold
    /\ epoch' = 1 - epoch
    /\ LET all == AllOut(in, known[w]) IN
       mail' = mail \cup {IF all = known[w] THEN <<"handover", succ[w], w, all, 1 - ep[w], 1>>
                                            ELSE <<"modeChanged", succ[w], w, all, 1 - ep[w], 0>>}
    /\ succ' = [succ EXCEPT ![w] = None]
    /\ Ends(w)
    /\ UNCHANGED <<in, tail, out, ep, known, wrt, seen>>

(* A writer at the head that waits for readers goes, while none waits for it and none is queued. *)
LeavesHead(w) ==
    /\ GivesUp # "no" /\ pc[w] = "waitsOut" /\ tail = w /\ Diff(in, known[w]) = 0 /\ w \in Writers
    /\ tail' = None
    /\ Ends(w)
    /\ UNCHANGED <<in, epoch, out, ep, known, wrt, succ, seen, mail>>

Done == /\ \A c \in Clients: pc[c] = "idle" /\ left[c] = 0
        /\ UNCHANGED vars

Next == \/ \E r \in Readers: \/ ReaderComes(r) \/ ReaderSees(r) \/ ReaderGivesUp(r) \/ ReaderLeaves(r)
                             \/ UpgradeLooksAtOut(r) \/ UpgradeCloses(r) \/ UpgradeLeaves(r)
        \/ \E w \in Writers: WriterQueues(w) \/ WriterReadsOut(w)
        \/ \E c \in Clients: \/ WaitEnds(c) \/ Clears(c) \/ HandsOver(c) \/ ChangesMode(c) \/ LeavesHead(c)
                             \/ \E m \in mail: Receives(c, m)
        \/ Done

Spec == Init /\ [][Next]_vars

Reading == {c \in Clients: pc[c] \in {"shared", "upgrades", "closed"}}
Writing == {c \in Clients: pc[c] = "holds"}

MutualExclusion == Cardinality(Writing) <= 1 /\ (Writing # {} => Reading = {})
HolderKnowsOut == \A c \in Writing: known[c] = out /\ ep[c] = epoch
FreeAtTheEnd == (\A c \in Clients: pc[c] = "idle" /\ left[c] = 0) => tail = None /\ Diff(in, out) = 0
=============================================================================
