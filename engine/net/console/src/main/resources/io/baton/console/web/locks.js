import {byId, h, table, tiles} from "./dom.js";
import {count, millis, short} from "./format.js";
import {origin} from "./sessions.js";

function calls(list, none) {
  return list.length === 0 ? none
    : list.map(call => h("div", {}, call.procedure + ", " + (call.mode ? call.mode + ", " : "") + millis(call.millis),
      call.connection ? h("div", {class: "quiet"}, origin(call)) : ""));
}

export function drawLocks(locks) {
  tiles(byId("lock-tiles"), [
    ["Acquisitions", short(locks.acquisitions), ""],
    ["Waits", short(locks.waits), ""],
    ["Hand-overs", short(locks.handovers), ""],
    ["Found busy", short(locks.busy), ""],
    ["Mode changes", short(locks.modeChanges), ""],
    ["Left queues", short(locks.ghosts), ""]
  ]);
  table(byId("hot-table"), "hot-title", [
    {title: "Lock", text: true, cell: lock => [lock.name ?? "not known", h("small", {}, "slot " + count(lock.slot))]},
    {title: "Waited for", number: true, cell: lock => lock.share < 0.001 ? "< 0.1%"
      : (lock.share * 100).toFixed(lock.share < 0.1 ? 1 : 0) + "%"},
    {title: "Queue, mean", number: true, cell: lock => lock.queue.toFixed(1)},
    {title: "Longest", number: true, cell: lock => lock.queueMax},
    {title: "Holds now", text: true, cell: lock => lock.now ? calls(lock.holders, "not known") : "–"},
    {title: "Waits now", text: true, cell: lock => calls(lock.waiters, "–")}
  ], locks.hottest, "No call has waited for a lock in the last minute.");
}
