import {byId, h, table} from "./dom.js";
import {count, millis} from "./format.js";

export function drawSessions(status) {
  table(byId("long-table"), "long-title", [
    {title: "Procedure", cell: call => call.procedure},
    {title: "Running for", number: true, cell: call => millis(call.millis)},
    {title: "Connection", text: true, cell: call => call.connection
      ? [call.connection, h("small", {}, call.client)] : "within the server's process"},
    {title: "Locks held", number: true, cell: call => call.locks ?? "–"},
    {title: "State", text: true, cell: call => call.state}
  ], status.calls.longer, "No call has run for so long.");
  const {list, open} = status.connections;
  table(byId("connections-table"), "connections-title", [
    {title: "Address", cell: connection => connection.address},
    {title: "Client", text: true, cell: connection => connection.client || "not known"},
    {title: "Calls under way", number: true, cell: connection => count(connection.calls)}
  ], list, "Nobody is connected.");
  byId("connections-table").querySelector("p.more")?.remove();
  if (open > list.length) {
    byId("connections-table").append(h("p", {class: "empty more"}, count(open - list.length) + " more are not shown."));
  }
}
