------------------------------ MODULE ChainLock -------------------------------
(* Several locks at once (K8 of page 9), policy SESSION: two locks at one server, two processes. A chain's verbs are  *)
(* executed one by one: between any two the process may die, its session may end, or anybody may do anything. What    *)
(* they have done the client learns when all have been executed. Notices travel for any time and overtake each other. *)
(* One round runs at a time; a process answers for all its clients in one step (ProcessLock has them one by one).     *)
(* Left out: local turns, deadlines, tries, upgrades, later servers, the limit of writers in a row.                   *)
EXTENDS Integers, FiniteSets, Sequences

CONSTANTS
    Clients,
    Readers,     \* the clients that want their locks shared
    FirstOnly, SecondOnly,  \* the clients that want one lock; all others want both
    Here,        \* the clients of one process; all others are of the other
    None,
    Rounds,      \* acquisitions of a client
    Keeps,       \* the processes that keep locks
    MaxCrashes,  \* processes that stop for ever
    MaxStalls,   \* sessions that end while their process lives
    MaxLosses,   \* notices that are lost
    MaxLates,    \* batches of which a client gives up waiting, and its process all that it has
    Unrelated,   \* something else has failed before, so that locks may be suspected without need
    Without      \* the rules that are left out, by their names on page 9

Processes == {"here", "there"}
Locks == 1 .. 2
Home(x) == IF x \in Processes THEN x ELSE IF x \in Here THEN "here" ELSE "there"
ClientsOf(p) == {c \in Clients : Home(c) = p}
Rule(r) == r \notin Without
Wants(c) == IF c \in FirstOnly THEN <<1>> ELSE IF c \in SecondOnly THEN <<2>> ELSE <<1, 2>>
Writes(c) == c \notin Readers

VARIABLES
    entry,     \* of each lock, at the server
    hold,      \* what each client remembers of each lock
    client,    \* where each client is
    post,      \* the verbs of each client that are under way, and the answers that it has not seen
    keep,      \* what each process keeps
    net,       \* notices under way
    session,   \* "LIVE", "FENCED", or "LOST" if the process has given it up and the server still executes for it
    dead,      \* processes that have crashed
    troubled,  \* locks at which something has failed since their last reset
    count,     \* how often what has failed
    rnd,       \* the server's round
    void,      \* who stood still at which lock when it was reset, and has not noticed
    quiet,     \* locks of which a round has changed nothing, and nothing has happened since
    faults
vars == <<entry, hold, client, post, keep, net, session, dead, troubled, count, rnd, void, quiet, faults>>
Failing == <<session, dead, troubled, count>>
Round == <<rnd, void>>

--------------------------------------------------------------------------------
NoHold == [st |-> "IDLE", gen |-> 0, rel |-> 0, ep |-> 0, succ |-> None, succAtt |-> 0, att |-> 0, waited |-> FALSE,
           keeper |-> None]
NoPost == [verbs |-> <<>>, answers |-> <<>>]
NoKeep == [st |-> "NONE", gen |-> 0, rel |-> 0, ep |-> 0, succ |-> None, succAtt |-> 0, recalled |-> FALSE,
           users |-> {}]
NoRound == [on |-> FALSE, lock |-> 0, gen |-> 0, rel |-> 0, noted |-> {}, answered |-> {}, still |-> {}]

Init ==
    /\ entry = [l \in Locks |-> [tail |-> None, rd |-> 0, ep |-> 0, gen |-> 0, rel |-> 0]]
    /\ hold = [c \in Clients |-> [l \in Locks |-> NoHold]]
    /\ client = [c \in Clients |-> [pc |-> "IDLE", left |-> Rounds, got |-> 0, work |-> 0, att |-> 0]]
    /\ post = [c \in Clients |-> NoPost]
    /\ keep = [p \in Processes |-> [l \in Locks |-> NoKeep]]
    /\ net = {}
    /\ session = [p \in Processes |-> "LIVE"]
    /\ dead = {} /\ troubled = (IF Unrelated THEN Locks ELSE {})
    /\ count = [crash |-> 0, stall |-> 0, loss |-> 0, late |-> 0]
    /\ rnd = NoRound /\ void = {} /\ quiet = {}
    /\ faults = {}

At(c, where) == client[c].pc = where
Alive(p) == p \notin dead
Executes(p) == Alive(p) /\ session[p] = "LIVE"
StandsStill(x, l) == <<x, l>> \in rnd.still \cup void
Frozen(p, l) == rnd.on /\ rnd.lock = l /\ p \in rnd.noted
IsHeld(h) == h.st \in {"SHARED", "EXCLUSIVE", "HERE"}
Goes(c, where) == client' = [client EXCEPT ![c].pc = where]

\* The client has so many of its locks: it works, or asks for the rest.
RECURSIVE Prefix(_, _, _)
Prefix(c, h, n) == IF n < Len(Wants(c)) /\ IsHeld(h[Wants(c)[n + 1]]) THEN Prefix(c, h, n + 1) ELSE n
Has(c, n) ==
    LET m == Prefix(c, hold[c], n) IN
    client' = [client EXCEPT ![c].got = m, ![c].pc = IF m = Len(Wants(c)) THEN "HOLDS" ELSE "NEXT"]

--------------------------------------------------------------------------------
(* Acquire *)

\* What a chain does about a lock: by a verb, or got here, or alone, which ends the chain before it.
IsFreeHere(c, k) == k.st = "KEPT" /\ (k.users = {} \/ (~Writes(c) /\ k.users \subseteq Readers))
Way(c, l) ==
    LET p == Home(c) IN
    IF Frozen(p, l) /\ Rule("K8.1") THEN "ALONE"
    ELSE IF keep[p][l].st = "NONE" THEN "VERB"
    ELSE IF IsFreeHere(c, keep[p][l]) THEN "GOT" ELSE "ALONE"

RECURSIVE Reach(_, _)
Reach(c, n) == IF n < Len(Wants(c)) /\ Way(c, Wants(c)[n + 1]) # "ALONE" THEN Reach(c, n + 1) ELSE n
Verb(l, op, h) == [lock |-> l, op |-> op, gen |-> h.gen, rel |-> h.rel, ep |-> h.ep]
ChainOf(c) ==
    LET from == client[c].got
        asked == SubSeq(Wants(c), from + 1, Reach(c, from))
        byVerb(l) == Way(c, l) = "VERB"
        locks == SelectSeq(asked, byVerb)
    IN [i \in 1 .. Len(locks) |-> Verb(locks[i], IF Writes(c) THEN "QUEUE" ELSE "ENTER", NoHold)]
GotHere(c) ==
    {l \in Locks : \E i \in client[c].got + 1 .. Reach(c, client[c].got) : Wants(c)[i] = l /\ Way(c, l) = "GOT"}
HeldHere(k) == [NoHold EXCEPT !.st = "HERE", !.gen = k.gen, !.rel = k.rel, !.ep = k.ep]

\* Looks at all wanted locks in their order, and posts one batch. Nothing is asked of the server for those got here.
Asks(c) ==
    LET p == Home(c)
        from == IF At(c, "IDLE") THEN 0 ELSE client[c].got
    IN /\ At(c, "NEXT") \/ (At(c, "IDLE") /\ client[c].left > 0)
       /\ Alive(p) /\ Reach(c, from) > from
       /\ hold' = [hold EXCEPT ![c] = [l \in Locks |-> IF l \in GotHere(c) THEN HeldHere(keep[p][l]) ELSE @[l]]]
       /\ keep' = [keep EXCEPT ![p] = [l \in Locks |->
              IF l \in GotHere(c) THEN [@[l] EXCEPT !.users = @ \cup {c}] ELSE @[l]]]
       /\ post' = [post EXCEPT ![c] = [verbs |-> ChainOf(c), answers |-> <<>>]]
       /\ client' = [client EXCEPT
              ![c].att = @ + 1, ![c].left = IF At(c, "IDLE") THEN @ - 1 ELSE @,
              ![c].got = IF ChainOf(c) = <<>> THEN Reach(c, from) ELSE @,
              ![c].pc = IF ChainOf(c) = <<>> THEN "CONFIRM" ELSE "ASKS"]
       /\ UNCHANGED <<entry, net, Failing, Round, faults>>

\* What was got without a verb is confirmed: once for all.
Confirms(c) ==
    /\ At(c, "CONFIRM") /\ Alive(Home(c))
    /\ session[Home(c)] = "LIVE" \/ ~Rule("K8.9")
    /\ Has(c, client[c].got)
    /\ faults' = IF session[Home(c)] = "LIVE" THEN faults ELSE faults \cup {"granted without a session"}
    /\ UNCHANGED <<entry, hold, post, keep, net, Failing, Round>>

IsFree(e, op) == e.tail = None /\ (op = "QUEUE" => e.rd = 0)
Passed(e, v, c) == e.tail = c /\ e.gen = v.gen /\ e.rel = v.rel
After(e, v, c) ==
    LET same == Passed(e, v, c) IN
       CASE v.op = "ENTER" -> [e EXCEPT !.rd = @ + 1]
         [] v.op = "QUEUE" -> [e EXCEPT !.tail = c]
         [] v.op = "LEAVE" -> [e EXCEPT !.rd = @ - 1, !.rel = @ + 1]
         [] v.op = "CLEAR" /\ same -> [e EXCEPT !.tail = None, !.ep = 1 - v.ep, !.rel = @ + 1]
         [] v.op = "OFFER" /\ same /\ e.rd = 0 -> [e EXCEPT !.tail = Home(c)]
         [] OTHER -> e

Done(c) == Len(post[c].answers) = Len(post[c].verbs)
Stopped(c) ==
    /\ Rule("order") /\ post[c].answers # <<>>
    /\ LET n == Len(post[c].answers) IN
       post[c].verbs[n].op \in {"ENTER", "QUEUE"} /\ ~IsFree(post[c].answers[n], post[c].verbs[n].op)

\* Also for a process that has died, or that waits for them no more: only the fence stops its verbs.
ServerExecutes(c) ==
    /\ session[Home(c)] # "FENCED" /\ ~Done(c) /\ ~Stopped(c)
    /\ LET v == post[c].verbs[Len(post[c].answers) + 1] IN
       /\ entry' = [entry EXCEPT ![v.lock] = After(@, v, c)]
       /\ post' = [post EXCEPT ![c].answers = Append(@, entry[v.lock])]
    /\ UNCHANGED <<hold, client, keep, net, Failing, Round, faults>>

\* What a verb of a chain has made of its lock.
Made(c, v, e) ==
    LET h == [NoHold EXCEPT !.gen = e.gen, !.rel = e.rel, !.ep = e.ep, !.att = client[c].att]
    IN CASE IsFree(e, v.op) -> [h EXCEPT !.st = IF v.op = "QUEUE" THEN "EXCLUSIVE" ELSE "SHARED"]
         [] v.op = "ENTER" -> [h EXCEPT !.st = "EPOCH", !.keeper = IF e.tail \in Processes THEN e.tail ELSE None]
         [] e.tail # None -> [h EXCEPT !.st = "TURN", !.waited = TRUE]
         [] OTHER -> [h EXCEPT !.st = "READERS", !.waited = TRUE, !.rel = @ + e.rd]
Answer(c, l) == {i \in 1 .. Len(post[c].answers) : post[c].verbs[i].lock = l}
Learnt(c) == [l \in Locks |->
    IF Answer(c, l) = {} THEN hold[c][l]
    ELSE LET i == CHOOSE i \in Answer(c, l) : TRUE IN Made(c, post[c].verbs[i], post[c].answers[i])]

SuccessorNotice(c, l, e) ==
    [kind |-> "SUCCESSOR", lock |-> l, to |-> e.tail, from |-> c, att |-> client[c].att, gen |-> e.gen,
     rel |-> e.rel, ep |-> 0]

\* Keeps the locks before the first that is not free, and leaves what it had got here behind it.
Learns(c) ==
    LET p == Home(c)
        h == Learnt(c)
        n == Prefix(c, h, client[c].got)
        waits == n < Len(Wants(c)) /\ h[Wants(c)[n + 1]].st # "IDLE"
        leaves == {l \in Locks : h[l].st = "HERE" /\ \E i \in n + 1 .. Len(Wants(c)) : Wants(c)[i] = l /\ Rule("K8.2")}
        queued == {i \in 1 .. Len(post[c].answers) : post[c].verbs[i].op = "QUEUE" /\ post[c].answers[i].tail # None}
    IN /\ At(c, "ASKS") /\ Alive(p)
       /\ Done(c) \/ Stopped(c)
       /\ hold' = [hold EXCEPT ![c] = [l \in Locks |-> IF l \in leaves THEN NoHold ELSE h[l]]]
       /\ keep' = [keep EXCEPT ![p] = [l \in Locks |->
              IF l \in leaves THEN [@[l] EXCEPT !.users = @ \ {c}] ELSE @[l]]]
       /\ net' = net \cup {SuccessorNotice(c, post[c].verbs[i].lock, post[c].answers[i]) : i \in queued}
       /\ post' = [post EXCEPT ![c] = NoPost]
       /\ client' = [client EXCEPT ![c].got = n,
              ![c].pc = IF n = Len(Wants(c)) THEN "HOLDS" ELSE IF waits THEN "WAITS" ELSE "NEXT"]
       /\ UNCHANGED <<entry, Failing, Round, faults>>

\* K8.5 left out: a refusal goes unnoticed, and what was refused passes for free.
LearnsInVain(c) ==
    /\ ~Rule("K8.5") /\ At(c, "ASKS") /\ Alive(Home(c)) /\ session[Home(c)] = "FENCED"
    /\ Has(c, Len(Wants(c)))
    /\ post' = [post EXCEPT ![c] = NoPost]
    /\ faults' = faults \cup {"granted without a session"}
    /\ UNCHANGED <<entry, hold, keep, net, Failing, Round>>

Next1(c) == Wants(c)[client[c].got + 1]
WaitsAs(c, st) ==
    /\ At(c, "WAITS") /\ hold[c][Next1(c)].st = st
    /\ Executes(Home(c)) /\ ~StandsStill(c, Next1(c))

Looks(c) ==
    /\ At(c, "WAITS")
    /\ LET l == Next1(c)
           h == hold[c][l]
           e == entry[l]
       IN \/ /\ WaitsAs(c, "EPOCH") /\ e.gen = h.gen /\ e.ep # h.ep
             /\ hold' = [hold EXCEPT ![c][l] = [h EXCEPT !.st = "SHARED", !.rel = e.rel, !.keeper = None]]
             /\ Has(c, client[c].got + 1)
          \/ /\ WaitsAs(c, "READERS") /\ e.gen = h.gen /\ e.rel = h.rel
             /\ hold' = [hold EXCEPT ![c][l].st = "EXCLUSIVE"]
             /\ Has(c, client[c].got + 1)
    /\ UNCHANGED <<entry, post, keep, net, Failing, Round, faults>>

\* A turn came by a notice.
IsTold(c) ==
    /\ At(c, "TOLD") /\ Executes(Home(c)) /\ ~StandsStill(c, Next1(c))
    /\ Has(c, client[c].got + 1)
    /\ UNCHANGED <<entry, hold, post, keep, net, Failing, Round, faults>>

Recalls(c) ==
    /\ At(c, "WAITS")
    /\ LET l == Next1(c) IN
       /\ WaitsAs(c, "EPOCH") /\ hold[c][l].keeper # None
       /\ net' = net \cup {[kind |-> "RECALL", lock |-> l, to |-> hold[c][l].keeper, from |-> c, att |-> 0,
                            gen |-> 0, rel |-> 0, ep |-> 0]}
       /\ hold' = [hold EXCEPT ![c][l].keeper = None]
    /\ UNCHANGED <<entry, client, post, keep, Failing, Round, faults>>

Works(c) ==
    /\ At(c, "HOLDS") /\ client[c].work < 2 /\ Executes(Home(c))
    /\ client' = [client EXCEPT ![c].work = @ + 1]
    /\ UNCHANGED <<entry, hold, post, keep, net, Failing, Round, faults>>

--------------------------------------------------------------------------------
(* Release *)

Offers(c, l) ==
    LET p == Home(c) IN
    p \in Keeps /\ hold[c][l].st = "EXCLUSIVE" /\ ~hold[c][l].waited /\ keep[p][l].st = "NONE"
Returned(c, h, first) ==
    LET byVerb(l) == h[l].st = "SHARED" \/ (h[l].st = "EXCLUSIVE" /\ h[l].succ = None)
        locks == SelectSeq(Wants(c), byVerb)
        op(l) == IF h[l].st = "SHARED" THEN "LEAVE" ELSE IF first /\ Offers(c, l) THEN "OFFER" ELSE "CLEAR"
    IN [i \in 1 .. Len(locks) |-> Verb(locks[i], op(locks[i]), h[locks[i]])]
AllGone(h) == \A l \in Locks : h[l].st = "IDLE"
Ends(c, h) ==
    client' = [client EXCEPT ![c].got = 0, ![c].work = 0, ![c].pc = IF AllGone(h) THEN "IDLE" ELSE "LAST"]

\* The clock is looked at once, before the batch.
GivesBack(c) ==
    LET p == Home(c)
        h == [l \in Locks |-> IF hold[c][l].st = "HERE" THEN NoHold ELSE hold[c][l]]
        verbs == Returned(c, h, TRUE)
        offered == {l \in Locks : \E i \in 1 .. Len(verbs) : verbs[i].lock = l /\ verbs[i].op = "OFFER"}
    IN /\ At(c, "HOLDS") /\ client[c].work = 2 /\ Alive(p)
       /\ session[p] = "LIVE" \/ ~Rule("K8.13")
       /\ hold' = [hold EXCEPT ![c] = h]
       /\ keep' = [keep EXCEPT ![p] = [l \in Locks |->
              IF hold[c][l].st = "HERE" THEN [@[l] EXCEPT !.users = @ \ {c}]
              ELSE IF l \in offered
              THEN [NoKeep EXCEPT !.st = "OFFERED", !.gen = h[l].gen, !.rel = h[l].rel, !.ep = h[l].ep] ELSE @[l]]]
       /\ post' = [post EXCEPT ![c] = [verbs |-> verbs, answers |-> <<>>]]
       /\ IF verbs = <<>> THEN Ends(c, h) ELSE Goes(c, "RETURNS")
       /\ faults' = IF session[p] = "LIVE" \/ verbs # <<>> THEN faults ELSE faults \cup {"released without a session"}
       /\ UNCHANGED <<entry, net, Failing, Round>>

LearnsOfReturn(c) ==
    LET p == Home(c)
        verb(l) == IF Answer(c, l) = {} THEN 0 ELSE CHOOSE i \in Answer(c, l) : TRUE
        op(l) == IF verb(l) = 0 THEN "NONE" ELSE post[c].verbs[verb(l)].op
        old(l) == post[c].answers[verb(l)]
        kept(l) == op(l) = "OFFER" /\ Passed(old(l), hold[c][l], c) /\ old(l).rd = 0
        after(l) ==
            CASE op(l) = "NONE" -> hold[c][l]
              [] op(l) = "LEAVE" \/ kept(l) -> NoHold
              [] op(l) = "CLEAR" /\ Passed(old(l), hold[c][l], c) -> NoHold
              [] old(l).gen # hold[c][l].gen -> NoHold
              [] old(l).tail # c -> [hold[c][l] EXCEPT !.st = "RELEASES"]
              [] OTHER -> IF Rule("K8.10") THEN hold[c][l] ELSE NoHold
        h == [l \in Locks |-> after(l)]
        again == Returned(c, h, FALSE)
    IN /\ At(c, "RETURNS") /\ Alive(p) /\ Done(c)
       /\ hold' = [hold EXCEPT ![c] = h]
       /\ keep' = [keep EXCEPT ![p] = [l \in Locks |->
              IF kept(l) THEN [@[l] EXCEPT !.st = IF @ = "OFFERED" /\ keep[p][l].recalled THEN "RECALLED" ELSE "KEPT"]
              ELSE IF op(l) = "OFFER" THEN NoKeep ELSE @[l]]]
       /\ post' = [post EXCEPT ![c] = [verbs |-> again, answers |-> <<>>]]
       /\ IF again = <<>> THEN Ends(c, h) ELSE UNCHANGED client
       /\ UNCHANGED <<entry, net, Failing, Round, faults>>

HandOver(x, l, h) ==
    [kind |-> "HANDOVER", lock |-> l, to |-> h.succ, from |-> x, att |-> h.succAtt, gen |-> h.gen, rel |-> h.rel,
     ep |-> h.ep]

HandsOver(c, l) ==
    LET h == hold[c][l] IN
    /\ At(c, "LAST") /\ h.succ # None /\ Alive(Home(c)) /\ ~StandsStill(c, l)
    /\ net' = net \cup {HandOver(c, l, h)}
    /\ hold' = [hold EXCEPT ![c][l] = NoHold]
    /\ Ends(c, [hold[c] EXCEPT ![l] = NoHold])
    /\ UNCHANGED <<entry, post, keep, Failing, Round, faults>>

(* What a process keeps: its agent gives it back when nobody uses it any more. *)
AgentClears(p, l) ==
    LET k == keep[p][l]
        pass == entry[l].tail = p /\ entry[l].gen = k.gen /\ entry[l].rel = k.rel
    IN /\ k.st = "RECALLED" /\ k.users = {} /\ k.succ = None /\ Executes(p)
       /\ entry' = IF pass
                   THEN [entry EXCEPT ![l] = [@ EXCEPT !.tail = None, !.ep = 1 - k.ep, !.rel = @ + 1]] ELSE entry
       /\ keep' = [keep EXCEPT ![p][l] = IF pass \/ entry[l].gen # k.gen THEN NoKeep ELSE [k EXCEPT !.st = "RELEASES"]]
       /\ UNCHANGED <<hold, client, post, net, Failing, Round, faults>>

AgentHandsOver(p, l) ==
    LET k == keep[p][l] IN
    /\ k.st \in {"RECALLED", "RELEASES"} /\ k.users = {} /\ k.succ # None /\ Alive(p) /\ ~StandsStill(p, l)
    /\ net' = net \cup {HandOver(p, l, k)}
    /\ keep' = [keep EXCEPT ![p][l] = NoKeep]
    /\ UNCHANGED <<entry, hold, client, post, Failing, Round, faults>>

--------------------------------------------------------------------------------
(* Notices. In the middle of a batch a client reads none. *)

HearsAtAgent(m) ==
    LET k == keep[m.to][m.lock]
        mine == k.st # "NONE" /\ (m.kind = "SUCCESSOR" => m.gen = k.gen /\ m.rel = k.rel)
        heard == IF m.kind = "SUCCESSOR" THEN [k EXCEPT !.succ = m.from, !.succAtt = m.att] ELSE k
    IN /\ m.to \in Processes
       /\ keep' = IF mine THEN [keep EXCEPT ![m.to][m.lock] =
                      [heard EXCEPT !.recalled = TRUE, !.st = IF @ = "KEPT" THEN "RECALLED" ELSE @]] ELSE keep
       /\ UNCHANGED <<hold, client>>

HearsAtClient(m) ==
    LET c == m.to
        h == hold[c][m.lock]
        names == m.kind = "SUCCESSOR" /\ h.st \in {"TURN", "READERS", "EXCLUSIVE", "RELEASES"} /\ h.gen = m.gen
        grants == m.kind = "HANDOVER" /\ h.st = "TURN" /\ h.gen = m.gen /\ h.att = m.att
    IN /\ c \in Clients /\ client[c].pc \notin {"ASKS", "RETURNS"}
       /\ hold' = IF names THEN [hold EXCEPT ![c][m.lock] = [h EXCEPT !.succ = m.from, !.succAtt = m.att]]
                  ELSE IF grants
                  THEN [hold EXCEPT ![c][m.lock] = [h EXCEPT !.st = "EXCLUSIVE", !.rel = m.rel, !.ep = m.ep]] ELSE hold
       /\ IF grants THEN Goes(c, "TOLD") ELSE UNCHANGED client
       /\ UNCHANGED keep

Hears(m) ==
    /\ HearsAtAgent(m) \/ HearsAtClient(m)
    /\ net' = net \ {m}
    /\ UNCHANGED <<entry, post, Failing, Round, faults>>

--------------------------------------------------------------------------------
(* Failures *)

PartiesOf(p) == (ClientsOf(p) \cup {p}) \X Locks
LeavesRound(p) ==
    /\ rnd' = [rnd EXCEPT !.noted = @ \ {p}, !.answered = @ \ {p}, !.still = @ \ PartiesOf(p)]
    /\ void' = void \ PartiesOf(p)
Forgets(p, where) ==
    /\ hold' = [c \in Clients |-> IF Home(c) = p THEN [l \in Locks |-> NoHold] ELSE hold[c]]
    /\ client' = [c \in Clients |->
           IF Home(c) = p THEN [client[c] EXCEPT !.pc = where, !.got = 0, !.work = 0] ELSE client[c]]
    /\ keep' = [keep EXCEPT ![p] = [l \in Locks |-> NoKeep]]
DropsPosts(p) == post' = [c \in Clients |-> IF Home(c) = p THEN NoPost ELSE post[c]]

\* Its verbs are still under way, and nobody learns of their answers.
Crashes(p) ==
    /\ count.crash < MaxCrashes /\ Alive(p)
    /\ count' = [count EXCEPT !.crash = @ + 1]
    /\ dead' = dead \cup {p} /\ troubled' = Locks
    /\ Forgets(p, "DEAD")
    /\ LET left == {m \in net : Home(m.to) # p} IN net' = left \/ net' = {m \in left : Home(m.from) # p}
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, post, session, faults>>

SessionEnds(p) ==
    /\ \/ session[p] = "LIVE" /\ (~Alive(p) \/ count.stall < MaxStalls)
       \/ session[p] = "LOST"
    /\ count' = IF Alive(p) /\ session[p] = "LIVE" THEN [count EXCEPT !.stall = @ + 1] ELSE count
    /\ session' = [session EXCEPT ![p] = "FENCED"]
    /\ troubled' = Locks
    /\ IF Alive(p) THEN UNCHANGED post ELSE DropsPosts(p)
    /\ UNCHANGED <<entry, hold, client, keep, net, dead, Round, faults>>

\* K8.5: a verb was refused, or the session's agent was: all is lost, of this batch and from before.
FindsItselfFenced(p) ==
    /\ session[p] = "FENCED" /\ Alive(p)
    /\ Forgets(p, "IDLE") /\ DropsPosts(p)
    /\ session' = [session EXCEPT ![p] = "LIVE"]
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, net, dead, troubled, count, faults>>

\* A batch is late, and its client loses its connection. Its process has lost all: it cannot know what it holds, nor
\* keep the verbs from being executed, so that it consents to nothing until it is fenced.
LosesConnection(c) ==
    LET p == Home(c) IN
    /\ count.late < MaxLates /\ Executes(p) /\ client[c].pc \in {"ASKS", "RETURNS"} /\ ~Done(c) /\ ~Stopped(c)
    /\ count' = [count EXCEPT !.late = @ + 1]
    /\ session' = [session EXCEPT ![p] = "LOST"] /\ troubled' = Locks
    /\ Forgets(p, "LOST")
    /\ LeavesRound(p)
    /\ UNCHANGED <<entry, post, net, dead, faults>>

LosesNotice(m) ==
    /\ count.loss < MaxLosses
    /\ count' = [count EXCEPT !.loss = @ + 1]
    /\ net' = net \ {m} /\ troubled' = troubled \cup {m.lock}
    /\ UNCHANGED <<entry, hold, client, post, keep, session, dead, Round, faults>>

--------------------------------------------------------------------------------
(* Resets by consent *)

IsStopped(h) == h.st \in {"EPOCH", "TURN", "READERS", "RELEASES"}
Suspects(l) ==
    \/ \E c \in Clients : IsStopped(hold[c][l]) /\ Executes(Home(c)) /\ hold[c][l].gen = entry[l].gen
                          /\ ~StandsStill(c, l) /\ (Rule("K8.7") \/ At(c, "LAST"))
    \/ \E p \in Processes : keep[p][l].st = "RELEASES" /\ Executes(p) /\ keep[p][l].gen = entry[l].gen
                            /\ ~StandsStill(p, l)
RoundBegins(l) ==
    /\ ~rnd.on /\ l \in troubled /\ l \notin quiet /\ Suspects(l)
    /\ rnd' = [NoRound EXCEPT !.on = TRUE, !.lock = l, !.gen = entry[l].gen, !.rel = entry[l].rel]
    /\ UNCHANGED <<entry, hold, client, post, keep, net, Failing, void, quiet, faults>>

IsAsked(p) ==
    /\ rnd.on /\ p \notin rnd.noted /\ Executes(p)
    /\ rnd' = [rnd EXCEPT !.noted = @ \cup {p}]
    /\ UNCHANGED <<entry, hold, client, post, keep, net, Failing, void, quiet, faults>>

InMiddle(p) == \E c \in ClientsOf(p) : client[c].pc \in {"ASKS", "RETURNS"}
IsKept(p, l) == keep[p][l].st \in {"KEPT", "RECALLED", "OFFERED"} /\ keep[p][l].gen = rnd.gen
SaysHeld(p) ==
    \/ IsKept(p, rnd.lock)
    \/ \E c \in ClientsOf(p) : LET h == hold[c][rnd.lock] IN
           h.st \in {"SHARED", "EXCLUSIVE"} /\ h.gen = rnd.gen /\ <<c, rnd.lock>> \notin void
Stopping(p) ==
    {<<c, rnd.lock>> : c \in {d \in ClientsOf(p) : IsStopped(hold[d][rnd.lock]) /\ hold[d][rnd.lock].gen = rnd.gen}}
    \cup (IF keep[p][rnd.lock].st = "RELEASES" /\ keep[p][rnd.lock].gen = rnd.gen THEN {<<p, rnd.lock>>} ELSE {})

\* K8.3: not while one of its clients has a batch under way.
Answers(p) ==
    LET recalled == keep[p][rnd.lock].st = "KEPT" IN
    /\ rnd.on /\ p \in rnd.noted /\ p \notin rnd.answered /\ (Rule("K8.3") => ~InMiddle(p))
    /\ IF SaysHeld(p)
       THEN /\ rnd' = NoRound
            /\ keep' = IF recalled THEN [keep EXCEPT ![p][rnd.lock].st = "RECALLED"] ELSE keep
            /\ quiet' = IF recalled THEN {} ELSE quiet \cup {rnd.lock}
       ELSE /\ rnd' = [rnd EXCEPT !.answered = @ \cup {p}, !.still = @ \cup Stopping(p)]
            /\ UNCHANGED <<keep, quiet>>
    /\ UNCHANGED <<entry, hold, client, post, net, Failing, void, faults>>

AllConsent == \A p \in Processes :
    \/ session[p] = "FENCED"
    \/ session[p] = "LOST" /\ ~Rule("lost consent")
    \/ Alive(p) /\ p \in rnd.answered
Unmoved == rnd.gen = entry[rnd.lock].gen /\ rnd.rel = entry[rnd.lock].rel
FindsItMoved ==
    /\ rnd.on /\ AllConsent /\ ~Unmoved
    /\ rnd' = NoRound /\ quiet' = {}
    /\ UNCHANGED <<entry, hold, client, post, keep, net, Failing, void, faults>>

HasIt(c, l) ==
    /\ IsHeld(hold[c][l]) /\ hold[c][l].gen = entry[l].gen /\ session[Home(c)] = "LIVE" /\ ~StandsStill(c, l)
KeepsIt(p, l) ==
    keep[p][l].st \in {"KEPT", "RECALLED"} /\ keep[p][l].gen = entry[l].gen /\ session[p] = "LIVE"
\* Left out: that each lock is asked about by itself.
Reset == IF Rule("K8.4") THEN {rnd.lock} ELSE Locks
Resets ==
    /\ rnd.on /\ AllConsent /\ Unmoved
    /\ faults' = IF \E l \in Reset : (\E c \in Clients : HasIt(c, l)) \/ (\E p \in Processes : KeepsIt(p, l))
                 THEN faults \cup {"reset under the living"} ELSE faults
    /\ entry' = [l \in Locks |-> IF l \in Reset THEN [entry[l] EXCEPT !.rd = 0, !.tail = None, !.gen = @ + 1, !.rel = 0]
                                 ELSE entry[l]]
    /\ void' = void \cup rnd.still
    /\ rnd' = NoRound
    /\ troubled' = troubled \ Reset /\ quiet' = {}
    /\ UNCHANGED <<hold, client, post, keep, net, session, dead, count>>

\* A waiter begins again at this lock, and has all those before it. A release is over at this lock; the others go on.
LearnsOfReset(c, l) ==
    LET rule == IF At(c, "LAST") THEN "K8.12" ELSE "K8.6"
        h == IF Rule(rule) THEN [hold[c] EXCEPT ![l] = NoHold] ELSE [m \in Locks |-> NoHold]
    IN /\ Alive(Home(c)) /\ client[c].pc \in {"WAITS", "TOLD", "LAST"}
       /\ IsStopped(hold[c][l]) \/ (At(c, "TOLD") /\ l = Next1(c))
       /\ <<c, l>> \in void \/ (entry[l].gen # hold[c][l].gen /\ Executes(Home(c)) /\ ~StandsStill(c, l))
       /\ hold' = [hold EXCEPT ![c] = h]
       /\ IF At(c, "LAST") THEN Ends(c, h)
          ELSE client' = [client EXCEPT ![c].pc = "NEXT", ![c].got = IF Rule(rule) THEN @ ELSE 0]
       /\ void' = void \ {<<c, l>>}
       /\ UNCHANGED <<entry, post, keep, net, Failing, rnd, faults>>

AgentLearnsOfReset(p, l) ==
    /\ Alive(p) /\ keep[p][l].st = "RELEASES"
    /\ <<p, l>> \in void \/ (entry[l].gen # keep[p][l].gen /\ Executes(p) /\ ~StandsStill(p, l))
    /\ keep' = [keep EXCEPT ![p][l] = NoKeep]
    /\ void' = void \ {<<p, l>>}
    /\ UNCHANGED <<entry, hold, client, post, net, Failing, rnd, faults>>

--------------------------------------------------------------------------------
Ended(c) == At(c, "DEAD") \/ (At(c, "IDLE") /\ client[c].left = 0)
Finished ==
    /\ \A c \in Clients : Ended(c)
    /\ \A p \in Processes : \A l \in Locks : keep[p][l].st \in {"NONE", "KEPT"}
    /\ UNCHANGED vars

Step ==
    \/ \E c \in Clients :
        \/ Asks(c) \/ Confirms(c) \/ ServerExecutes(c) \/ Learns(c) \/ LearnsInVain(c) \/ Looks(c) \/ IsTold(c)
        \/ Recalls(c) \/ Works(c) \/ GivesBack(c) \/ LearnsOfReturn(c)
        \/ LosesConnection(c)
        \/ \E l \in Locks : HandsOver(c, l) \/ LearnsOfReset(c, l)
    \/ \E p \in Processes :
        \/ Crashes(p) \/ SessionEnds(p) \/ FindsItselfFenced(p)
        \/ \E l \in Locks : AgentClears(p, l) \/ AgentHandsOver(p, l) \/ AgentLearnsOfReset(p, l)
    \/ \E m \in net : Hears(m) \/ LosesNotice(m)

Next ==
    \/ Step /\ quiet' = {}
    \/ FindsItMoved \/ Resets
    \/ \E l \in Locks : RoundBegins(l)
    \/ \E p \in Processes : IsAsked(p) \/ Answers(p)
    \/ Finished

Spec == Init /\ [][Next]_vars

--------------------------------------------------------------------------------
(* What must hold *)

Uses(c, l) == At(c, "HOLDS") /\ client[c].work = 1 /\ IsHeld(hold[c][l]) /\ session[Home(c)] = "LIVE"
MutualExclusion ==
    \A l \in Locks : \A c, d \in Clients : c # d /\ Writes(c) => ~(Uses(c, l) /\ Uses(d, l))
\* Who waits for a lock has all those before it and none behind, also of those that its process keeps.
NothingIsHeldBehind ==
    \A c \in Clients : At(c, "WAITS") =>
        \A i \in 1 .. Len(Wants(c)) : IsHeld(hold[c][Wants(c)[i]]) <=> i <= client[c].got
CountIsNotNegative == \A l \in Locks : entry[l].rd >= 0
LivingKeepTheirLocks == "reset under the living" \notin faults
GrantsAreReal == "granted without a session" \notin faults
ReleasesAreReal == "released without a session" \notin faults
\* A lock that nobody has or wants is free or kept, unless a failure is still to be mended.
FreeAtTheEnd ==
    (net = {} /\ \A c \in Clients : client[c].pc \in {"IDLE", "DEAD"}) =>
        \A l \in Locks : l \in troubled \/
            (entry[l].rd = 0 /\ (entry[l].tail = None \/
                (entry[l].tail \in Processes /\ keep[entry[l].tail][l].st # "NONE")))
===============================================================================
