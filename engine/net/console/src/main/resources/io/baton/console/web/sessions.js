import {byId, h, table} from "./dom.js";
import {count, millis} from "./format.js";

/** Who, and from where. */
export function origin(of) {
  return of.connection === null || of.connection === undefined ? "within the server's process"
    : [(of.user ? of.user + " at " : "") + of.connection, h("small", {}, of.client)];
}

function more(host, number) {
  host.querySelector("p.more")?.remove();
  if (number > 0) {
    host.append(h("p", {class: "empty more"}, count(number) + " more are not shown."));
  }
}

function drawTransactions({list, open}) {
  table(byId("transactions-table"), "transactions-title", [
    {title: "Connection", text: true, cell: origin},
    {title: "Open for", number: true, cell: transaction => millis(transaction.millis)},
    {title: "Calls ended", number: true, cell: transaction => count(transaction.calls)},
    {title: "Locks held", number: true, cell: transaction => transaction.locks ?? "–"},
    {title: "State", text: true, cell: transaction => transaction.state}
  ], list, "No transaction of several calls is open.");
  more(byId("transactions-table"), open - list.length);
}

export function drawSessions(status) {
  drawTransactions(status.transactions);
  table(byId("long-table"), "long-title", [
    {title: "Procedure", cell: call => call.procedure},
    {title: "Running for", number: true, cell: call => millis(call.millis)},
    {title: "Connection", text: true, cell: origin},
    {title: "Locks held", number: true, cell: call => call.locks ?? "–"},
    {title: "State", text: true, cell: call => call.state}
  ], status.calls.longer, "No call has run for so long.");
  const {list, open} = status.connections;
  table(byId("connections-table"), "connections-title", [
    {title: "Address", cell: connection => connection.connection},
    {title: "User", text: true, cell: connection => connection.user || "–"},
    {title: "Client", text: true, cell: connection => connection.client || "not known"},
    {title: "Calls under way", number: true, cell: connection => count(connection.calls)},
    {title: "Open transactions", number: true, cell: connection => count(connection.transactions)}
  ], list, "Nobody is connected.");
  more(byId("connections-table"), open - list.length);
}
