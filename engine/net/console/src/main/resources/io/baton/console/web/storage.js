import {byId, facts, h, table} from "./dom.js";
import {bytes, count, millis, nanos} from "./format.js";

function drawMemory(memory) {
  const share = Math.min(1, memory.bytes / memory.limitBytes);
  const bar = h("i");
  bar.style.width = (share * 100).toFixed(1) + "%";
  byId("memory").replaceChildren(h("div", {class: "card"},
    h("div", {}, bytes(memory.bytes) + " of " + bytes(memory.limitBytes) + " are taken by rows and indexes"),
    h("div", {class: "meter", role: "meter", "aria-label": "Memory in use", "aria-valuemin": 0, "aria-valuemax": 100,
      "aria-valuenow": Math.round(share * 100)}, bar),
    h("div", {class: "quiet"}, "Java heap " + bytes(memory.heapBytes) + " of " + bytes(memory.heapMaxBytes))));
}

function drawStore(store) {
  if (!store) {
    byId("store").replaceChildren(h("div", {class: "scroll"}, h("p", {class: "empty"},
      "There is no data directory: tables are in memory only, and end with the server.")));
    return;
  }
  const {log} = store;
  facts(byId("store"), [
    ["Transactions logged", count(log.transactions)],
    ["Log written", bytes(log.bytes)],
    ["Not yet on disk", bytes(Math.max(0, log.appended - log.forced))],
    ["Forces", count(log.forces) + (log.forces ? ", mean " + nanos(log.forceNanos / log.forces) : "")],
    ["Longest force", nanos(log.forceNanosMax)],
    ["Transactions a force", log.transactionsPerForce.toFixed(1)],
    ["Waits for room in the buffer", count(log.waitsForRoom)],
    ["Segments", count(log.segments) + ", " + count(log.segmentsRecycled) + " used again"],
    ["Opened", store.recovered ? "recovered in " + millis(store.recoveryMillis) : "new"],
    ["Checkpoints since then", count(store.checkpoints)],
    ["Last checkpoint in the background", store.checkpointFailure ? "failed: " + store.checkpointFailure : "no failure"]
  ]);
}

export function drawStorage(status) {
  drawMemory(status.memory);
  drawStore(status.store);
  table(byId("tables-table"), "tables-title", [
    {title: "Table", cell: t => t.name},
    {title: "Rows", number: true, cell: t => count(t.rows)},
    {title: "Key", text: true, cell: t => t.key.join(", ")},
    {title: "Indexes", text: true, cell: t => t.indexes.length === 0 ? "none" : t.indexes.map(index =>
      h("div", {}, (index.unique ? "unique " : "") + index.name + " (" + index.columns.join(", ") + ")"))},
    {title: "Columns", text: true, cell: t => t.columns.join(", ")}
  ], status.tables, "The engine has no tables.");
}
