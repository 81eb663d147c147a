------------------------------ MODULE ProcessLock ------------------------------
(* Kept locks and local turns with failures (page 9), policy SESSION: one lock, two processes. A client, or the agent *)
(* that keeps its process's lock, is a party. Notices travel for any time and overtake each other; a process may      *)
(* pause anywhere, for any time; there are no clocks. What a client does to its process's memory takes a step too.    *)
(* Hand-overs are silent, notices checked, resets by consent.                                                         *)
(* Left out: deadlines of writers but those that are to lead again, upgrades, tries, several locks.                   *)
EXTENDS Integers, FiniteSets, Sequences, TLC

CONSTANTS
    Writers, Readers,
    Here,        \* the clients of one process; all others are of the other
    None,
    Rounds,      \* acquisitions a client begins
    Threshold,   \* writers in a row before readers get the lock
    Keeps,       \* the processes that keep the lock
    TurnsMax,    \* how often a process passes the lock on before others get it
    MaxCrashes,  \* processes that stop for ever
    MaxStalls,   \* sessions that end while their process lives
    MaxLosses,   \* notices that are lost
    MaxCopies,   \* Successor notices that come twice
    MaxSkips,    \* releases that a client skips
    MaxCancels,  \* waiting readers that give up, and writers that are to lead and do not
    MaxLates,    \* verbs of which the client gives up waiting, and its process all that it has
    Unrelated,   \* something else has failed before, so that the lock may be suspected without need
    Without      \* the rules that are left out, by their names on page 9

Clients == Writers \cup Readers
Processes == {"here", "there"}
Parties == Clients \cup Processes     \* a process stands for its agent
Home(x) == IF x \in Processes THEN x ELSE IF x \in Here THEN "here" ELSE "there"
ClientsOf(p) == {c \in Clients : Home(c) = p}
Rule(r) == r \notin Without
Symmetry == Permutations(Writers \cap Here) \cup Permutations(Writers \ Here)

VARIABLES
    entry,     \* the lock's entry at the server
    hold,      \* what each party remembers of the lock
    keep,      \* what each process's clients share
    net,       \* notices under way
    heard,     \* the last attempt that each party has heard each writer name
    session,   \* "LIVE", "FENCED", or "LOST" if the process has given it up and the server still executes for it
    late,      \* the verb for which nobody waits any more
    dead,      \* processes that have crashed
    troubled,  \* something has failed since the last reset
    count,     \* how often what has failed
    rnd,       \* the server's round
    void,      \* parties that stood still when the lock was reset, and have not noticed
    quiet,     \* a round has changed nothing, and nothing has happened since
    high,      \* the highest tokens granted: of all, and of writers
    faults
vars == <<entry, hold, keep, net, heard, session, late, dead, troubled, count, rnd, void, quiet, high, faults>>
Failing == <<session, late, dead, troubled, count>>
Round == <<rnd, void>>
Judge == <<high, faults>>

--------------------------------------------------------------------------------
NoTurn == [gen |-> -1, rel |-> 0, ep |-> 0, cons |-> 0, succ |-> None, succAtt |-> 0]
Idle(att) == [st |-> "IDLE", att |-> att, work |-> 0, gen |-> 0, rel |-> 0, ep |-> 0, cons |-> 0, succ |-> None,
              succAtt |-> 0, waited |-> FALSE, keeper |-> None, local |-> 0, leads |-> FALSE, heir |-> None,
              turn |-> NoTurn, mark |-> -1]
NoKeep == [st |-> "NONE", gen |-> 0, rel |-> 0, ep |-> 0, cons |-> 0, succ |-> None, succAtt |-> 0,
           readers |-> {}, writer |-> None, queue |-> <<>>, turns |-> 0, grants |-> 0]
NoRound == [on |-> FALSE, named |-> <<0, 0>>, noted |-> {}, answered |-> {}, still |-> {}]
NoCount == [crash |-> 0, stall |-> 0, loss |-> 0, copy |-> 0, skip |-> 0, cancel |-> 0, late |-> 0]

Init ==
    /\ entry = [ep |-> 0, rd |-> 0, tail |-> None, gen |-> 0, rel |-> 0]
    /\ hold = [x \in Parties |-> Idle(0)]
    /\ keep = [p \in Processes |-> NoKeep]
    /\ net = {}
    /\ heard = [x \in Parties |-> [w \in Writers |-> 0]]
    /\ session = [p \in Processes |-> "LIVE"] /\ late = {}
    /\ dead = {} /\ troubled = Unrelated /\ count = NoCount
    /\ rnd = NoRound /\ void = {} /\ quiet = FALSE
    /\ high = [all |-> <<-1, 0, 0, 0>>, wr |-> <<-1, 0, 0, 0>>]
    /\ faults = {}

Is(x, s) == hold[x].st = s
HoldsAtServer(x) == hold[x].st \in {"HOLDS_SHARED", "HOLDS_EXCLUSIVE"}
Holds(c) == HoldsAtServer(c) \/ Is(c, "HOLDS_HERE")
Waits(x) == hold[x].st \in {"WAITS_FOR_EPOCH", "WAITS_FOR_TURN", "WAITS_FOR_READERS", "RELEASES_TO_SUCCESSOR"}
Alive(p) == p \notin dead
Executes(p) == Alive(p) /\ session[p] = "LIVE"
StandsStill(x) == x \in rnd.still \cup void
Acts(x) == Alive(Home(x)) /\ ~StandsStill(x)
Reaches(x) == Executes(Home(x)) /\ ~StandsStill(x)
Frozen(p) == rnd.on /\ p \in rnd.noted
Becomes(x, h) == hold' = [hold EXCEPT ![x] = h]
Keeping(p, k) == keep' = [keep EXCEPT ![p] = k]

Less(a, b) ==
    \/ a[1] < b[1]
    \/ a[1] = b[1] /\ a[2] < b[2]
    \/ a[1] = b[1] /\ a[2] = b[2] /\ a[3] < b[3]
    \/ a[1] = b[1] /\ a[2] = b[2] /\ a[3] = b[3] /\ a[4] < b[4]

Token(c, h) ==
    IF h.st = "HOLDS_SHARED" THEN <<h.gen, h.rel, 0, 0>>
    ELSE IF h.st = "HOLDS_HERE" /\ c \in Readers /\ ~Rule("K6 reader") THEN <<h.gen, h.rel, 0, 0>>
    ELSE <<h.gen, h.rel, h.cons, IF h.local > 0 /\ ~Rule("K6 grants") THEN 1 ELSE h.local>>

\* A client gets the lock: its token is greater than every one before, a reader's than every writer's.
Gets(c, h) ==
    LET t == Token(c, h)
        before == IF c \in Writers THEN high.all ELSE high.wr
    IN IF t[1] < high.all[1] THEN UNCHANGED Judge
       ELSE /\ high' = [all |-> IF Less(high.all, t) THEN t ELSE high.all, wr |-> IF c \in Writers THEN t ELSE high.wr]
            /\ faults' = IF Less(before, t) THEN faults ELSE faults \cup {"token"}

--------------------------------------------------------------------------------
(* Acquire *)

MayBegin(c) == Alive(Home(c)) /\ (Rule("K1.1") => ~Frozen(Home(c)))
Begins(c) == Is(c, "IDLE") /\ hold[c].att < Rounds /\ MayBegin(c)
Begun(c) == Idle(hold[c].att + 1)
\* It asks its process: for a lock that the process keeps, or for which one of its writers leads.
AsksProcess(c) == keep[Home(c)].st = "KEPT" \/ (c \in Writers /\ keep[Home(c)].st = "LED")
Known(h, k) == [h EXCEPT !.gen = k.gen, !.rel = k.rel, !.ep = k.ep, !.cons = k.cons]

ReaderEnters(c) ==
    /\ c \in Readers /\ Begins(c) /\ Executes(Home(c)) /\ ~AsksProcess(c)
    /\ entry' = [entry EXCEPT !.rd = @ + 1]
    /\ LET h == [Begun(c) EXCEPT !.gen = entry.gen, !.rel = entry.rel, !.ep = entry.ep, !.st = "HOLDS_SHARED"]
       IN IF entry.tail = None
          THEN Becomes(c, h) /\ Gets(c, h)
          ELSE /\ Becomes(c, [h EXCEPT !.st = "WAITS_FOR_EPOCH",
                                       !.keeper = IF entry.tail \in Processes THEN entry.tail ELSE None])
               /\ UNCHANGED Judge
    /\ UNCHANGED <<keep, net, heard, Failing, Round>>

ReaderLooks(c) ==
    /\ Is(c, "WAITS_FOR_EPOCH") /\ Reaches(c)
    /\ \/ entry.gen # hold[c].gen /\ Becomes(c, Idle(hold[c].att)) /\ UNCHANGED Judge
       \/ /\ entry.gen = hold[c].gen /\ entry.ep # hold[c].ep
          /\ LET h == [hold[c] EXCEPT !.st = "HOLDS_SHARED", !.rel = entry.rel, !.keeper = None]
             IN Becomes(c, h) /\ Gets(c, h)
    /\ UNCHANGED <<entry, keep, net, heard, Failing, Round>>

ReaderGivesUp(c) ==
    /\ count.cancel < MaxCancels /\ Is(c, "WAITS_FOR_EPOCH") /\ Reaches(c)
    /\ entry.gen = hold[c].gen /\ entry.ep = hold[c].ep
    /\ entry' = [entry EXCEPT !.rd = @ - 1]
    /\ Becomes(c, Idle(hold[c].att))
    /\ count' = [count EXCEPT !.cancel = @ + 1]
    /\ UNCHANGED <<keep, net, heard, session, late, dead, troubled, Round, Judge>>

Recalls(c) ==
    /\ Is(c, "WAITS_FOR_EPOCH") /\ hold[c].keeper # None /\ Acts(c)
    /\ net' = net \cup {[kind |-> "RECALL", to |-> hold[c].keeper, from |-> c, att |-> 0,
                         gen |-> 0, rel |-> 0, ep |-> 0, cons |-> 0]}
    /\ Becomes(c, [hold[c] EXCEPT !.keeper = None])
    /\ UNCHANGED <<entry, keep, heard, Failing, Round, Judge>>

\* Who has to wait leads, unless another one of its process does.
WriterQueues(c) ==
    LET p == Home(c)
        leads == Is(c, "LEADS")
        h == [Begun(c) EXCEPT !.gen = entry.gen, !.rel = entry.rel, !.ep = entry.ep, !.cons = 1]
        begins == ~leads /\ TurnsMax > 0 /\ keep[p].st = "NONE"
        waiting == [h EXCEPT !.waited = TRUE, !.leads = leads \/ begins]
    IN /\ c \in Writers /\ Executes(p)
       /\ \/ leads /\ MayBegin(c)
          \/ Begins(c) /\ ~AsksProcess(c)
       /\ entry' = [entry EXCEPT !.tail = c]
       /\ CASE entry.tail # None ->
                 /\ Becomes(c, [waiting EXCEPT !.st = "WAITS_FOR_TURN"])
                 /\ net' = net \cup {[kind |-> "SUCCESSOR", to |-> entry.tail, from |-> c, att |-> h.att,
                                      gen |-> h.gen, rel |-> h.rel, ep |-> 0, cons |-> 0]}
                 /\ UNCHANGED Judge
            [] entry.tail = None /\ entry.rd # 0 ->
                 /\ Becomes(c, [waiting EXCEPT !.st = "WAITS_FOR_READERS", !.rel = entry.rel + entry.rd])
                 /\ UNCHANGED <<net, Judge>>
            [] OTHER ->
                 /\ LET g == [h EXCEPT !.st = "HOLDS_EXCLUSIVE", !.leads = leads] IN Becomes(c, g) /\ Gets(c, g)
                 /\ UNCHANGED net
       /\ IF begins /\ (entry.tail # None \/ entry.rd # 0)
          THEN Keeping(p, [NoKeep EXCEPT !.st = "LED"]) ELSE UNCHANGED keep
       /\ UNCHANGED <<heard, Failing, Round>>

WriterLooks(c) ==
    /\ Is(c, "WAITS_FOR_READERS") /\ Reaches(c) /\ entry.gen = hold[c].gen /\ entry.rel = hold[c].rel
    /\ LET h == [hold[c] EXCEPT !.st = "HOLDS_EXCLUSIVE"] IN Becomes(c, h) /\ Gets(c, h)
    /\ UNCHANGED <<entry, keep, net, heard, Failing, Round>>

\* What a client gets by memory or by a notice it confirms where its session may be over.
Confirms(c) ==
    /\ Holds(c) /\ hold[c].work = -1 /\ Acts(c)
    /\ session[Home(c)] = "LIVE" \/ ~Rule("K3.7 grant")
    /\ Becomes(c, [hold[c] EXCEPT !.work = 0])
    /\ faults' = IF session[Home(c)] = "LIVE" THEN faults ELSE faults \cup {"granted without a session"}
    /\ UNCHANGED <<entry, keep, net, heard, Failing, Round, high>>

Works(c) ==
    /\ Holds(c) /\ hold[c].work \in {0, 1} /\ Reaches(c)
    /\ Becomes(c, [hold[c] EXCEPT !.work = @ + 1])
    /\ UNCHANGED <<entry, keep, net, heard, Failing, Round, Judge>>

--------------------------------------------------------------------------------
(* A lock that the process keeps *)

Admits(k, c) == k.writer = None /\ (c \in Writers => k.readers = {})
Taken(k, c) ==
    IF c \in Writers THEN [k EXCEPT !.writer = c, !.grants = @ + 1]
    ELSE [k EXCEPT !.readers = @ \cup {c}, !.grants = @ + 1]
Granted(h, k) == [Known(h, k) EXCEPT !.st = "HOLDS_HERE", !.work = -1, !.local = k.grants]
IsFree(k) == k.readers = {} /\ k.writer = None /\ k.queue = <<>>

AsksHere(c) ==
    LET p == Home(c)
        k == keep[p]
    IN /\ Begins(c) /\ k.st = "KEPT"
       /\ IF k.queue = <<>> /\ Admits(k, c)
          THEN /\ Keeping(p, Taken(k, c))
               /\ LET h == Granted(Begun(c), Taken(k, c)) IN Becomes(c, h) /\ Gets(c, h)
          ELSE /\ Keeping(p, [k EXCEPT !.queue = Append(@, c)])
               /\ Becomes(c, [Begun(c) EXCEPT !.st = "QUEUES_HERE"])
               /\ UNCHANGED Judge
       /\ UNCHANGED <<entry, net, heard, Failing, Round>>

IsServed(c) ==
    LET p == Home(c)
        k == keep[p]
    IN /\ Is(c, "QUEUES_HERE") /\ Alive(p) /\ k.queue # <<>> /\ Head(k.queue) = c /\ Admits(k, c)
       /\ LET taken == Taken([k EXCEPT !.queue = Tail(@)], c)
              h == Granted(hold[c], taken)
          IN Keeping(p, taken) /\ Becomes(c, h) /\ Gets(c, h)
       /\ UNCHANGED <<entry, net, heard, Failing, Round>>

GivesBackHere(c) ==
    LET p == Home(c) IN
    /\ Is(c, "HOLDS_HERE") /\ hold[c].work = 2 /\ Alive(p)
    /\ session[p] = "LIVE" \/ ~Rule("K3.7 release")
    /\ Keeping(p, IF c \in Writers THEN [keep[p] EXCEPT !.writer = None] ELSE [keep[p] EXCEPT !.readers = @ \ {c}])
    /\ Becomes(c, Idle(hold[c].att))
    /\ faults' = IF session[p] = "LIVE" THEN faults ELSE faults \cup {"released without a session"}
    /\ UNCHANGED <<entry, net, heard, Failing, Round, high>>

\* One CAS. If it fails, the writer releases as usual.
LeavesToAgent(c) ==
    LET p == Home(c)
        h == hold[c]
    IN /\ Is(c, "HOLDS_EXCLUSIVE") /\ c \in Writers /\ h.work = 2 /\ Reaches(c)
       /\ p \in Keeps /\ keep[p].st = "NONE" /\ ~h.leads /\ ~h.waited /\ h.succ = None
       /\ entry.tail = c /\ entry.rd = 0 /\ entry.gen = h.gen /\ entry.rel = h.rel
       /\ entry' = [entry EXCEPT !.tail = p]
       /\ Keeping(p, [NoKeep EXCEPT !.st = "KEPT", !.gen = h.gen, !.rel = h.rel, !.ep = h.ep, !.cons = h.cons])
       /\ Becomes(c, Idle(h.att))
       /\ UNCHANGED <<net, heard, Failing, Round, Judge>>

\* Others want the lock and nobody uses it here: the agent ends its turn as a client does.
TakesOver(p) ==
    LET k == keep[p] IN
    /\ k.st = "RECALLED" /\ IsFree(k) /\ Alive(p)
    /\ Is(p, "IDLE") \/ p \in void
    /\ Becomes(p, [Known(Idle(0), k) EXCEPT !.st = "HOLDS_EXCLUSIVE", !.work = 2,
                                            !.succ = k.succ, !.succAtt = k.succAtt])
    /\ Keeping(p, NoKeep)
    /\ void' = void \ {p}
    /\ UNCHANGED <<entry, net, heard, Failing, rnd, Judge>>

--------------------------------------------------------------------------------
(* Local turns *)

WaitsBehindLeader(c) ==
    LET p == Home(c) IN
    /\ c \in Writers /\ Begins(c) /\ keep[p].st = "LED"
    /\ Keeping(p, [keep[p] EXCEPT !.queue = Append(@, c)])
    /\ Becomes(c, [Begun(c) EXCEPT !.st = "WAITS_HERE", !.waited = TRUE])
    /\ UNCHANGED <<entry, net, heard, Failing, Round, Judge>>

Leads(h) == [Idle(h.att) EXCEPT !.st = "LEADS"]

\* At the end of its turn a leader chooses its heir, or leads no more; then the first who waits here does.
Chooses(c) ==
    LET p == Home(c)
        k == keep[p]
        passes == hold[c].cons < Threshold /\ k.turns < TurnsMax /\ k.queue # <<>>
    IN /\ Is(c, "HOLDS_EXCLUSIVE") /\ hold[c].work = 2 /\ hold[c].leads /\ hold[c].heir = None /\ Acts(c)
       /\ IF passes
          THEN /\ Keeping(p, [k EXCEPT !.turns = @ + 1, !.queue = Tail(@)])
               /\ Becomes(c, [hold[c] EXCEPT !.heir = Head(k.queue)])
          ELSE /\ Keeping(p, IF k.queue = <<>> THEN NoKeep ELSE [k EXCEPT !.turns = 0, !.queue = Tail(@)])
               /\ hold' = [x \in Parties |->
                     IF x = c THEN [hold[c] EXCEPT !.leads = FALSE]
                     ELSE IF k.queue # <<>> /\ x = Head(k.queue) THEN Leads(hold[x]) ELSE hold[x]]
       /\ UNCHANGED <<entry, net, heard, Failing, Round, Judge>>

TurnOf(h) ==
    [gen |-> h.gen, rel |-> h.rel, ep |-> h.ep, cons |-> IF Rule("K6 turn") THEN h.cons + 1 ELSE h.cons,
     succ |-> h.succ, succAtt |-> h.succAtt]

\* It is to lead again after a reset, and its deadline has passed.
GivesUpLead(c) ==
    LET p == Home(c)
        k == keep[p]
    IN /\ count.cancel < MaxCancels /\ Is(c, "LEADS") /\ Alive(p)
       /\ count' = [count EXCEPT !.cancel = @ + 1]
       /\ Keeping(p, IF ~Rule("K3.2") THEN k
                     ELSE IF k.queue = <<>> THEN NoKeep ELSE [k EXCEPT !.turns = 0, !.queue = Tail(@)])
       /\ hold' = [x \in Parties |->
             IF x = c THEN Idle(hold[c].att)
             ELSE IF Rule("K3.2") /\ k.queue # <<>> /\ x = Head(k.queue) THEN Leads(hold[x]) ELSE hold[x]]
       /\ UNCHANGED <<entry, net, heard, session, late, dead, troubled, Round, Judge>>

Passes(c) ==
    hold' = [hold EXCEPT ![c] = Idle(hold[c].att), ![hold[c].heir].turn = TurnOf(hold[c])]

\* By memory alone if the successor is known; otherwise its heir takes its place in the tail.
PassesOn(c) ==
    LET h == hold[c]
        placed == entry.tail = c /\ entry.gen = h.gen /\ entry.rel = h.rel
    IN /\ c \in Writers /\ h.heir # None
       /\ \/ /\ h.succ # None /\ h.st \in {"HOLDS_EXCLUSIVE", "RELEASES_TO_SUCCESSOR"} /\ Acts(c)
             /\ Passes(c) /\ UNCHANGED entry
          \/ /\ h.succ = None /\ Is(c, "HOLDS_EXCLUSIVE") /\ Reaches(c)
             /\ entry' = IF placed THEN [entry EXCEPT !.tail = h.heir] ELSE entry
             /\ Becomes(c, [h EXCEPT !.st = IF placed THEN "PASSES" ELSE "RELEASES_TO_SUCCESSOR"])
          \/ Is(c, "PASSES") /\ Alive(Home(c)) /\ Passes(c) /\ UNCHANGED entry
       /\ UNCHANGED <<keep, net, heard, Failing, Round, Judge>>

\* A turn that comes while its client stands still is kept, and void after a reset.
TakesTurn(c) ==
    LET h == hold[c]
        t == h.turn
        marked == h.mark = t.gen
        pending == marked /\ c \in rnd.still
        spoilt == marked /\ c \notin rnd.still
        old == h.succ # None /\ h.gen # t.gen /\ Rule("K5.3 stale")
        inherits == t.succ # None /\ Rule("K5.1")
        g == [Known(h, t) EXCEPT
                !.st = "HOLDS_EXCLUSIVE", !.work = -1, !.leads = TRUE, !.turn = NoTurn, !.mark = -1,
                !.succ = IF inherits THEN t.succ ELSE IF old THEN None ELSE @,
                !.succAtt = IF inherits THEN t.succAtt ELSE IF old THEN 0 ELSE @]
    IN /\ Is(c, "WAITS_HERE") /\ t # NoTurn /\ Alive(Home(c))
       /\ Rule("K1.6") => ~pending
       /\ IF spoilt /\ Rule("K1.7")
          THEN Becomes(c, Leads(h)) /\ UNCHANGED <<rnd, Judge>>
          ELSE Becomes(c, g) /\ Gets(c, g) /\ rnd' = [rnd EXCEPT !.still = @ \ {c}]
       /\ UNCHANGED <<entry, keep, net, heard, Failing, void>>

--------------------------------------------------------------------------------
(* Release at the server: clients and agents *)

ReaderLeaves(c) ==
    /\ Is(c, "HOLDS_SHARED") /\ hold[c].work = 2 /\ Reaches(c)
    /\ entry' = [entry EXCEPT !.rd = @ - 1, !.rel = @ + 1]
    /\ Becomes(c, Idle(hold[c].att))
    /\ UNCHANGED <<keep, net, heard, Failing, Round, Judge>>

Writes(x) == x \in Writers \cup Processes
Ends(x) == Writes(x) /\ Is(x, "HOLDS_EXCLUSIVE") /\ hold[x].work = 2 /\ ~hold[x].leads
Matches(h) == entry.gen = h.gen /\ entry.rel = h.rel

ClearsTail(x) ==
    /\ Ends(x) /\ hold[x].succ = None /\ Reaches(x)
    /\ LET h == hold[x]
           pass == entry.tail = x /\ Matches(h)
       IN /\ entry' = IF pass THEN [entry EXCEPT !.tail = None, !.ep = 1 - h.ep, !.rel = @ + 1] ELSE entry
          /\ Becomes(x, IF pass \/ entry.gen # h.gen THEN Idle(h.att)
                        ELSE [h EXCEPT !.st = "RELEASES_TO_SUCCESSOR"])
    /\ UNCHANGED <<keep, net, heard, Failing, Round, Judge>>

Leaving(x) ==
    /\ Writes(x) /\ hold[x].succ # None /\ hold[x].heir = None
    /\ Ends(x) \/ Is(x, "RELEASES_TO_SUCCESSOR")

Notice(x, kind, rel, ep, cons) ==
    [kind |-> kind, to |-> hold[x].succ, from |-> x, att |-> hold[x].succAtt,
     gen |-> hold[x].gen, rel |-> rel, ep |-> ep, cons |-> cons]

HandsOver(x) ==
    /\ Leaving(x) /\ hold[x].cons < Threshold /\ Acts(x)
    /\ net' = net \cup {Notice(x, "HANDOVER", hold[x].rel, hold[x].ep, hold[x].cons + 1)}
    /\ Becomes(x, Idle(hold[x].att))
    /\ UNCHANGED <<entry, keep, heard, Failing, Round, Judge>>

ChangesMode(x) ==
    /\ Leaving(x) /\ hold[x].cons >= Threshold /\ Reaches(x)
    /\ LET h == hold[x]
           pass == entry.ep = h.ep /\ Matches(h)
       IN IF pass
          THEN /\ entry' = [entry EXCEPT !.ep = 1 - @, !.rel = @ + 1]
               /\ net' = net \cup {IF entry.rd = 0 THEN Notice(x, "HANDOVER", h.rel + 1, 1 - h.ep, 1)
                                   ELSE Notice(x, "MODE_CHANGED", h.rel + 1 + entry.rd, 1 - h.ep, 1)}
          ELSE UNCHANGED <<entry, net>>
    /\ Becomes(x, Idle(hold[x].att))
    /\ UNCHANGED <<keep, heard, Failing, Round, Judge>>

--------------------------------------------------------------------------------
(* Notices *)

\* A copy is dropped by its sender's attempt; at an agent, where a lock is kept, by word 1.
Repeated(m) == MaxCopies > 0 /\ Rule("K5.2") /\ heard[m.to][m.from] >= m.att
Notes(m) == heard' = IF MaxCopies > 0 THEN [heard EXCEPT ![m.to][m.from] = m.att] ELSE heard
Named(h, m) == [h EXCEPT !.succ = m.from, !.succAtt = m.att]
ThisKeeping(k, m) == Rule("K2.4") => m.gen = k.gen /\ m.rel = k.rel

HearsSuccessor(m) ==
    LET x == m.to
        h == hold[x]
        accepts == /\ Writes(x) /\ h.succ = None /\ m.gen = h.gen
                   /\ h.st \in {"WAITS_FOR_TURN", "WAITS_FOR_READERS", "HOLDS_EXCLUSIVE", "RELEASES_TO_SUCCESSOR"}
        acceptsHere == Is(x, "WAITS_HERE") /\ (h.succ = None \/ m.gen > h.gen) /\ Rule("K5.3 early")
        mine == x \in Processes /\ h.st # "IDLE" /\ ThisKeeping(h, m)
        keeps == x \in Processes /\ ~mine /\ keep[x].st \in {"KEPT", "RECALLED"} /\ ThisKeeping(keep[x], m)
    IN /\ m.kind = "SUCCESSOR"
       /\ IF keeps
          THEN /\ Keeping(x, [Named(keep[x], m) EXCEPT !.st = "RECALLED"])
               /\ UNCHANGED <<hold, heard>>
          ELSE IF (accepts \/ acceptsHere) /\ (x \in Processes => mine) /\ ~Repeated(m)
          THEN /\ Becomes(x, IF acceptsHere THEN [Named(h, m) EXCEPT !.gen = m.gen] ELSE Named(h, m))
               /\ Notes(m)
               /\ UNCHANGED keep
          ELSE UNCHANGED <<hold, keep, heard>>
       /\ UNCHANGED Judge

HearsTurn(m) ==
    LET c == m.to
        h == hold[c]
        g == [h EXCEPT !.rel = m.rel, !.ep = m.ep, !.cons = m.cons]
    IN /\ m.kind \in {"HANDOVER", "MODE_CHANGED"}
       /\ IF ~Is(c, "WAITS_FOR_TURN") \/ m.gen # h.gen \/ m.att # h.att
          THEN UNCHANGED <<hold, Judge>>
          ELSE IF m.kind = "MODE_CHANGED"
          THEN Becomes(c, [g EXCEPT !.st = "WAITS_FOR_READERS"]) /\ UNCHANGED Judge
          ELSE LET got == [g EXCEPT !.st = "HOLDS_EXCLUSIVE", !.work = -1] IN Becomes(c, got) /\ Gets(c, got)
       /\ UNCHANGED <<keep, heard>>

HearsRecall(m) ==
    /\ m.kind = "RECALL"
    /\ keep' = IF keep[m.to].st = "KEPT" THEN [keep EXCEPT ![m.to].st = "RECALLED"] ELSE keep
    /\ UNCHANGED <<hold, heard, Judge>>

Hears(m) ==
    /\ HearsSuccessor(m) \/ HearsTurn(m) \/ HearsRecall(m)
    /\ \/ net' = net \ {m} /\ UNCHANGED count
       \/ /\ m.kind = "SUCCESSOR" /\ count.copy < MaxCopies
          /\ count' = [count EXCEPT !.copy = @ + 1] /\ UNCHANGED net
    /\ UNCHANGED <<entry, session, late, dead, troubled, Round>>

--------------------------------------------------------------------------------
(* Failures *)

PartiesOf(p) == ClientsOf(p) \cup {p}
LeavesRound(p) ==
    /\ rnd' = [rnd EXCEPT !.noted = @ \ {p}, !.answered = @ \ PartiesOf(p), !.still = @ \ PartiesOf(p)]
    /\ void' = void \ PartiesOf(p)

Crashes(p) ==
    /\ count.crash < MaxCrashes /\ Alive(p)
    /\ count' = [count EXCEPT !.crash = @ + 1]
    /\ dead' = dead \cup {p} /\ troubled' = TRUE
    /\ hold' = [x \in Parties |-> IF Home(x) = p THEN [Idle(0) EXCEPT !.st = "DEAD"] ELSE hold[x]]
    /\ Keeping(p, NoKeep)
    /\ LET left == {m \in net : Home(m.to) # p} IN net' = left \/ net' = {m \in left : Home(m.from) # p}
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, heard, session, late, Judge>>

SessionEnds(p) ==
    /\ \/ session[p] = "LIVE" /\ (~Alive(p) \/ count.stall < MaxStalls)
       \/ session[p] = "LOST"
    /\ count' = IF Alive(p) /\ session[p] = "LIVE" THEN [count EXCEPT !.stall = @ + 1] ELSE count
    /\ late' = {v \in late : Home(v.of) # p}
    /\ session' = [session EXCEPT ![p] = "FENCED"]
    /\ troubled' = TRUE
    /\ UNCHANGED <<entry, hold, keep, net, heard, dead, Round, Judge>>

\* One of its clients or agents notices. The process forgets all, and comes back with a new session.
FindsItselfFenced(p) ==
    /\ session[p] = "FENCED" /\ Alive(p)
    /\ hold' = [x \in Parties |->
          IF Home(x) # p THEN hold[x]
          ELSE IF ~Rule("K3.5") /\ hold[x].st \in {"WAITS_HERE", "QUEUES_HERE"}
          THEN [Idle(hold[x].att) EXCEPT !.st = "STRANDED"] ELSE Idle(hold[x].att)]
    /\ Keeping(p, IF Rule("K3.6") \/ keep[p].st # "KEPT" THEN NoKeep
                  ELSE [keep[p] EXCEPT !.readers = {}, !.writer = None, !.queue = <<>>])
    /\ session' = [session EXCEPT ![p] = "LIVE"]
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, net, heard, late, dead, troubled, count, Judge>>

\* The verbs that a party may have on their way, and what one does when it arrives.
Verb(x, op, to) == [of |-> x, op |-> op, to |-> to, gen |-> hold[x].gen, rel |-> hold[x].rel, ep |-> hold[x].ep]
MayPost(x) ==
    (IF x \in Readers /\ Begins(x) THEN {Verb(x, "ENTER", None)} ELSE {}) \cup
    (IF x \in Writers /\ (Begins(x) \/ Is(x, "LEADS")) THEN {Verb(x, "QUEUE", x)} ELSE {}) \cup
    (IF Is(x, "HOLDS_SHARED") /\ hold[x].work = 2 THEN {Verb(x, "LEAVE", None)} ELSE {}) \cup
    (IF Ends(x) /\ hold[x].succ = None
     THEN {Verb(x, "CLEAR", None)} \cup (IF Home(x) \in Keeps THEN {Verb(x, "OFFER", Home(x))} ELSE {}) ELSE {}) \cup
    (IF Is(x, "HOLDS_EXCLUSIVE") /\ hold[x].heir # None /\ hold[x].succ = None
     THEN {Verb(x, "OFFER", hold[x].heir)} ELSE {})
After(e, v) ==
    LET same == e.tail = v.of /\ e.gen = v.gen /\ e.rel = v.rel IN
       CASE v.op = "ENTER" -> [e EXCEPT !.rd = @ + 1]
         [] v.op = "LEAVE" -> [e EXCEPT !.rd = @ - 1, !.rel = @ + 1]
         [] v.op = "QUEUE" -> [e EXCEPT !.tail = v.to]
         [] v.op = "OFFER" /\ same /\ (v.to \in Processes => e.rd = 0) -> [e EXCEPT !.tail = v.to]
         [] v.op = "CLEAR" /\ same -> [e EXCEPT !.tail = None, !.ep = 1 - v.ep, !.rel = @ + 1]
         [] OTHER -> e

\* A verb is late, and its client loses its connection. Its process has lost all: it cannot know what it holds, nor
\* keep the verb from being executed, so that it consents to nothing until it is fenced.
LosesConnection(x) ==
    LET p == Home(x) IN
    /\ count.late < MaxLates /\ Executes(p)
    /\ \E v \in MayPost(x) : late' = {v}
    /\ count' = [count EXCEPT !.late = @ + 1]
    /\ session' = [session EXCEPT ![p] = "LOST"] /\ troubled' = TRUE
    /\ hold' = [y \in Parties |-> IF Home(y) = p THEN Idle(hold[y].att) ELSE hold[y]]
    /\ Keeping(p, NoKeep)
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, net, heard, dead, Judge>>

LateVerbArrives(v) ==
    /\ late' = late \ {v}
    /\ entry' = After(entry, v)
    /\ UNCHANGED <<hold, keep, net, heard, session, dead, troubled, count, Round, Judge>>

LosesNotice(m) ==
    /\ count.loss < MaxLosses
    /\ count' = [count EXCEPT !.loss = @ + 1]
    /\ net' = net \ {m} /\ troubled' = TRUE
    /\ UNCHANGED <<entry, hold, keep, heard, session, late, dead, Round, Judge>>

\* 4.8 of the paper: the client believes that it has released the lock, and lives on.
SkipsRelease(c) ==
    /\ count.skip < MaxSkips /\ HoldsAtServer(c) /\ hold[c].work = 2 /\ ~hold[c].leads /\ Reaches(c)
    /\ count' = [count EXCEPT !.skip = @ + 1]
    /\ Becomes(c, Idle(hold[c].att)) /\ troubled' = TRUE
    /\ UNCHANGED <<entry, keep, net, heard, session, late, dead, Round, Judge>>

--------------------------------------------------------------------------------
(* Resets by consent: a round *)

Suspects(x) == Waits(x) /\ Reaches(x) /\ hold[x].gen = entry.gen
RoundBegins ==
    /\ ~rnd.on /\ troubled /\ ~quiet
    /\ (\E c \in Clients : Suspects(c)) \/ (Rule("K2.3") /\ \E p \in Processes : Suspects(p))
    /\ rnd' = [NoRound EXCEPT !.on = TRUE, !.named = <<entry.gen, entry.rel>>]
    /\ UNCHANGED <<entry, hold, keep, net, heard, Failing, void, quiet, Judge>>

IsTold(p) ==
    /\ rnd.on /\ p \notin rnd.noted /\ Executes(p)
    /\ rnd' = [rnd EXCEPT !.noted = @ \cup {p}]
    /\ UNCHANGED <<entry, hold, keep, net, heard, Failing, void, quiet, Judge>>

OfRound(h) == h.gen = rnd.named[1]
KeepsIt(p) == p \in Processes /\ keep[p].st \in {"KEPT", "RECALLED"} /\ OfRound(keep[p]) /\ Rule("K1.4")
SpoiltTurn(x) == hold[x].mark = hold[x].turn.gen
SaysHeld(x) ==
    \/ KeepsIt(x)
    \/ HoldsAtServer(x) /\ OfRound(hold[x]) /\ x \notin void
    \/ /\ Is(x, "WAITS_HERE")
       /\ \/ ~Rule("K1.5 count")
          \/ hold[x].turn # NoTurn /\ OfRound(hold[x].turn) /\ ~SpoiltTurn(x)
Marked(x) == Is(x, "WAITS_HERE") /\ hold[x].turn = NoTurn /\ Rule("K1.5 mark")
Freezes(x) == Waits(x) /\ OfRound(hold[x]) /\ x \notin void

\* In the middle of an operation a client answers nothing. The agent is asked last.
IsAsked(x) ==
    /\ rnd.on /\ Home(x) \in rnd.noted /\ x \notin rnd.answered
    /\ ~Is(x, "PASSES") /\ ~(Holds(x) /\ hold[x].work = -1 /\ x \notin void)
    /\ x \in Processes /\ Rule("K1.3") => ClientsOf(x) \subseteq rnd.answered

Unmarked == [x \in Parties |-> IF x \in rnd.still THEN [hold[x] EXCEPT !.mark = -1] ELSE hold[x]]

AnswersHeld(x) ==
    LET recalled == KeepsIt(x) /\ keep[x].st = "KEPT" /\ Rule("K2.1") IN
    /\ IsAsked(x) /\ SaysHeld(x)
    /\ rnd' = NoRound
    /\ hold' = Unmarked
    /\ keep' = IF recalled THEN [keep EXCEPT ![x].st = "RECALLED"] ELSE keep
    /\ quiet' = ~recalled
    /\ UNCHANGED <<entry, net, heard, Failing, void, Judge>>

AnswersFrozen(x) ==
    /\ IsAsked(x) /\ ~SaysHeld(x)
    /\ rnd' = [rnd EXCEPT !.answered = @ \cup {x}, !.still = IF Marked(x) \/ Freezes(x) THEN @ \cup {x} ELSE @]
    /\ hold' = IF Marked(x) THEN [hold EXCEPT ![x].mark = rnd.named[1]] ELSE hold
    /\ UNCHANGED <<entry, keep, net, heard, Failing, void, quiet, Judge>>

AllConsent == \A p \in Processes :
    \/ session[p] = "FENCED"
    \/ session[p] = "LOST" /\ ~Rule("lost consent")
    \/ Alive(p) /\ PartiesOf(p) \subseteq rnd.answered

FindsItMoved ==
    /\ rnd.on /\ AllConsent /\ rnd.named # <<entry.gen, entry.rel>>
    /\ rnd' = NoRound
    /\ hold' = Unmarked
    /\ quiet' = FALSE
    /\ UNCHANGED <<entry, keep, net, heard, Failing, void, Judge>>

HasIt(c) == Holds(c) /\ hold[c].gen = entry.gen /\ session[Home(c)] = "LIVE" /\ ~StandsStill(c)
IsKept(p) == keep[p].st \in {"KEPT", "RECALLED"} /\ keep[p].gen = entry.gen /\ session[p] = "LIVE"

Resets ==
    /\ rnd.on /\ AllConsent /\ rnd.named = <<entry.gen, entry.rel>>
    /\ faults' = IF (\E c \in Clients : HasIt(c)) \/ (\E p \in Processes : IsKept(p))
                 THEN faults \cup {"reset under the living"} ELSE faults
    /\ entry' = [entry EXCEPT !.rd = 0, !.tail = None, !.gen = @ + 1, !.rel = 0]
    /\ void' = void \cup {x \in rnd.still : hold[x].st \notin {"WAITS_HERE", "LEADS"}}
    /\ rnd' = NoRound
    /\ troubled' = FALSE /\ quiet' = FALSE
    /\ UNCHANGED <<hold, keep, net, heard, session, late, dead, count, high>>

LearnsOfReset(x) ==
    LET h == hold[x]
        p == Home(x)
        heir == IF Is(x, "RELEASES_TO_SUCCESSOR") THEN h.heir ELSE None
        again == h.leads /\ heir = None /\ Rule("K3.1")
    IN /\ x \in Clients \/ Rule("K3.4")
       /\ \/ x \in void /\ Alive(p)
          \/ Writes(x) /\ Waits(x) /\ Reaches(x) /\ entry.gen # h.gen
       /\ hold' = [y \in Parties |->
             IF y = x THEN (IF again THEN Leads(h) ELSE Idle(h.att))
             ELSE IF y = heir /\ Rule("K3.3") THEN Leads(hold[y]) ELSE hold[y]]
       /\ keep' = IF heir # None THEN [keep EXCEPT ![p].turns = 0] ELSE keep
       /\ void' = void \ {x}
       /\ UNCHANGED <<entry, net, heard, Failing, rnd, Judge>>

--------------------------------------------------------------------------------
Ended(c) == Is(c, "DEAD") \/ (Is(c, "IDLE") /\ hold[c].att >= Rounds)
Finished ==
    /\ \A c \in Clients : Ended(c)
    /\ \A p \in Processes : hold[p].st \in {"IDLE", "DEAD"} /\ keep[p].st \in {"NONE", "KEPT"}
    /\ UNCHANGED vars

Step ==
    \/ \E c \in Clients :
        \/ ReaderEnters(c) \/ ReaderLooks(c) \/ ReaderLeaves(c) \/ ReaderGivesUp(c) \/ Recalls(c)
        \/ WriterQueues(c) \/ WriterLooks(c) \/ Confirms(c) \/ Works(c)
        \/ AsksHere(c) \/ IsServed(c) \/ GivesBackHere(c) \/ LeavesToAgent(c)
        \/ WaitsBehindLeader(c) \/ Chooses(c) \/ GivesUpLead(c) \/ PassesOn(c) \/ TakesTurn(c)
        \/ SkipsRelease(c)
    \/ \E x \in Parties : ClearsTail(x) \/ HandsOver(x) \/ ChangesMode(x) \/ LearnsOfReset(x) \/ LosesConnection(x)
    \/ \E v \in late : LateVerbArrives(v)
    \/ \E p \in Processes : TakesOver(p) \/ Crashes(p) \/ SessionEnds(p) \/ FindsItselfFenced(p)
    \/ \E m \in net : Hears(m) \/ LosesNotice(m)

Next ==
    \/ Step /\ quiet' = FALSE
    \/ RoundBegins \/ FindsItMoved \/ Resets
    \/ \E p \in Processes : IsTold(p)
    \/ \E x \in Parties : AnswersHeld(x) \/ AnswersFrozen(x)
    \/ Finished

Spec == Init /\ [][Next]_vars

--------------------------------------------------------------------------------
(* What must hold *)

InMiddle(c) == Holds(c) /\ hold[c].work = 1 /\ session[Home(c)] = "LIVE"
MutualExclusion == \A w \in Writers : \A c \in Clients \ {w} : ~(InMiddle(w) /\ InMiddle(c))
CountIsNotNegative == entry.rd >= 0
\* A lock that nobody has or wants is free or kept, unless a failure is still to be mended.
FreeAtTheEnd ==
    (net = {} /\ ~troubled /\ \A x \in Parties : hold[x].st \in {"IDLE", "DEAD"}) =>
        entry.rd = 0 /\ (entry.tail = None \/ (entry.tail \in Processes /\ keep[entry.tail].st # "NONE"))
TokensGrow == "token" \notin faults
LivingKeepTheirLocks == "reset under the living" \notin faults
GrantsAreReal == "granted without a session" \notin faults
ReleasesAreReal == "released without a session" \notin faults
================================================================================
