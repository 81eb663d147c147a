import {byId, h, table} from "./dom.js";
import {count, nanos} from "./format.js";

export function signature(procedure) {
  return procedure.parameters.map(parameter => parameter.name + " " + parameter.text).join(", ");
}

export function drawProcedures(list, select) {
  table(byId("procedures-table"), "procedures-title", [
    {title: "Procedure", cell: p => p.callable
      ? h("button", {type: "button", class: "link", onclick: () => select(p.name)}, p.name) : p.name},
    {title: "Calls", number: true, cell: p => count(p.calls)},
    {title: "Committed", number: true, cell: p => count(p.committed)},
    {title: "Within transactions", number: true, cell: p => count(p.returned)},
    {title: "Aborted by procedure", number: true, cell: p => count(p.abortedByProcedure)},
    {title: "Aborted by system", number: true, cell: p => count(p.abortedBySystem)},
    {title: "Unknown", number: true, cell: p => count(p.unknown)},
    {title: "Restarts", number: true, cell: p => count(p.restarts)},
    {title: "p50", number: true, cell: p => nanos(p.p50)},
    {title: "p99", number: true, cell: p => nanos(p.p99)},
    {title: "Max", number: true, cell: p => nanos(p.max)},
    {title: "Parameters", text: true, cell: p => p.callable ? signature(p) || "none" : p.why}
  ], list, "The engine has no procedures.");
}
