import {byId, h} from "./dom.js";
import {nanos} from "./format.js";
import {call} from "./api.js";
import {signature} from "./procedures.js";

const HINTS = {
  int32: "a whole number", int64: "a whole number", double: "a number", decimal: "a number, for example 12.50",
  bytes: "hexadecimal digits, for example 00ff", uuid: "a UUID", timestamp: "a moment of microseconds, for example 2026-11-23T07:30:00Z",
  date: "a day, for example 2026-11-23", string: "text", any: "text", list: "JSON, for example [1, 2]",
  record: "JSON, for example {\"id\": 1}", boolean: ""
};

let procedures = [];
let shown = null;
let fields = [];

export function setProcedures(list) {
  const names = list.filter(p => p.callable);
  const changed = names.length !== procedures.length
    || names.some((p, i) => p.name !== procedures[i].name || signature(p) !== signature(procedures[i]));
  procedures = names;
  if (changed || shown === null) {
    drawForm(names.some(p => p.name === shown) ? shown : names[0]?.name);
  }
}

export function selectProcedure(name) {
  drawForm(name);
}

function drawForm(name) {
  shown = name ?? null;
  const form = byId("call-form");
  if (shown === null) {
    form.replaceChildren(h("p", {class: "quiet"}, "The engine has no procedure that can be called from elsewhere."));
    return;
  }
  const procedure = procedures.find(p => p.name === name);
  const select = h("select", {id: "call-procedure", onchange: event => drawForm(event.target.value)},
    procedures.map(p => h("option", {value: p.name, selected: p.name === name}, p.name)));
  fields = procedure.parameters.map(field);
  form.replaceChildren(
    h("div", {class: "field"}, h("label", {for: "call-procedure"}, "Procedure"), select),
    ...fields.map(f => f.element),
    h("button", {type: "submit", id: "call-send"}, "Call"),
    h("p", {class: "quiet"}, "Returns " + procedure.resultText + "."));
  form.onsubmit = event => {
    event.preventDefault();
    send(procedure);
  };
  byId("call-result").replaceChildren(h("p", {class: "quiet"}, "The result comes here."));
}

function input(parameter, id) {
  switch (parameter.kind) {
    case "boolean":
      return h("select", {id}, h("option", {value: "true"}, "true"), h("option", {value: "false"}, "false"));
    case "list":
    case "record":
    case "string":
      return parameter.kind === "string" ? h("input", {id, type: "text"})
        : h("textarea", {id, spellcheck: "false", placeholder: HINTS[parameter.kind]});
    default:
      return h("input", {id, type: "text", spellcheck: "false",
        inputmode: ["int32", "int64"].includes(parameter.kind) ? "numeric" : undefined});
  }
}

function field(parameter, i) {
  const id = "call-argument-" + i;
  const box = input(parameter, id);
  const nothing = parameter.nullable
    ? h("input", {type: "checkbox", id: id + "-null", onchange: event => {
      box.disabled = event.target.checked;
    }}) : null;
  const hint = HINTS[parameter.kind];
  return {
    parameter, box, nothing,
    element: h("div", {class: "field"},
      h("label", {for: id}, parameter.name + " ",
        h("span", {class: "quiet"}, parameter.text + (hint ? " – " + hint : ""))),
      h("div", {class: "row"}, box, nothing
        ? h("label", {for: id + "-null"}, nothing, "NULL", h("span", {class: "skip"}, " for " + parameter.name)) : null))
  };
}

function value({parameter, box, nothing}) {
  if (nothing?.checked) {
    return null;
  }
  if (parameter.kind !== "list" && parameter.kind !== "record") {
    return parameter.kind === "string" || parameter.kind === "any" ? box.value : box.value.trim();
  }
  try {
    return JSON.parse(box.value);
  } catch (error) {
    box.setAttribute("aria-invalid", "true");
    box.focus();
    throw new Error(parameter.name + " is no JSON: " + error.message);
  }
}

async function send(procedure) {
  const button = byId("call-send");
  button.disabled = true;
  try {
    fields.forEach(f => f.box.removeAttribute("aria-invalid"));
    drawResult(await call(procedure.name, fields.map(value)));
  } catch (error) {
    byId("call-result").replaceChildren(h("p", {class: "outcome bad"}, "Not called"), h("p", {}, error.message));
  } finally {
    button.disabled = false;
  }
}

const OUTCOMES = {
  COMMITTED: "Committed", ABORTED_BY_PROCEDURE: "Aborted by the procedure", ABORTED_BY_SYSTEM: "Aborted by the system",
  UNKNOWN: "Unknown", REFUSED: "Not called", RESULT_LOST: "Committed, but the result cannot be shown"
};

function drawResult(result) {
  const good = result.outcome === "COMMITTED";
  const head = h("p", {class: "outcome " + (good ? "good" : "bad")}, OUTCOMES[result.outcome] + " ",
    h("span", {}, good ? "in " + nanos(result.nanos) : "SQLSTATE " + result.sqlState + ", " + result.reason
      + (result.retryable ? ", may succeed later" : "")));
  if (!good) {
    byId("call-result").replaceChildren(head, h("p", {}, result.message));
    return;
  }
  const views = {JSON: () => h("pre", {tabindex: "0", "aria-label": "Result as JSON"}, pretty(result))};
  const drawn = asTable(result.type, result.value);
  if (drawn) {
    views.Table = () => drawn;
  }
  const body = h("div");
  const buttons = Object.keys(views).reverse().map(name => h("button", {type: "button", class: "plain",
    onclick: () => show(name)}, name));
  const show = name => {
    buttons.forEach(button => button.setAttribute("aria-pressed", String(button.textContent === name)));
    body.replaceChildren(views[name]());
  };
  const more = result.rows > result.value?.length
    ? h("p", {class: "quiet"}, `The first ${result.value.length} of ${result.rows} rows.`) : null;
  byId("call-result").replaceChildren(head, h("div", {class: "tabs"}, buttons), ...(more ? [more] : []), body);
  show(drawn ? "Table" : "JSON");
}

/** Numbers come as texts, which keep all digits; here they lose their quotes again. */
function pretty(result) {
  const plain = (type, value) => {
    if (value === null || value === undefined) {
      return null;
    }
    switch (type?.kind) {
      case "list":
        return value.map(element => plain(type.element, element));
      case "record":
        return Object.fromEntries(Object.entries(value)
          .map(([name, part], i) => [name, plain(type.parts[i]?.type, part)]));
      case "int64":
      case "decimal":
        return Number.isSafeInteger(Number(value)) && String(Number(value)) === value ? Number(value) : value;
      default:
        return value;
    }
  };
  return JSON.stringify(plain(result.type, result.value), null, 2);
}

function cell(value) {
  return value === null || value === undefined ? h("span", {class: "null"}, "NULL")
    : typeof value === "object" ? JSON.stringify(value) : String(value);
}

function asTable(type, value) {
  const isNumber = kind => ["int32", "int64", "double", "decimal"].includes(kind);
  const grid = (heads, rows) => h("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "Result"},
    h("table", {}, heads ? h("thead", {}, h("tr", {}, heads)) : null,
      h("tbody", {}, rows.map(row => h("tr", {}, row)))));
  if (value === null || value === undefined) {
    return null;
  }
  if (type.kind === "list" && type.element.kind === "record") {
    const {parts} = type.element;
    return grid(parts.map(part => h("th", {scope: "col", class: isNumber(part.type.kind) ? "number" : undefined},
      part.name)), value.map(row => parts.map(part => h("td", {class: isNumber(part.type.kind) ? "number" : undefined},
      cell(row?.[part.name])))));
  }
  if (type.kind === "list") {
    return grid(null, value.map(row => [h("td", {}, cell(row))]));
  }
  if (type.kind === "record") {
    return grid(null, type.parts.map(part => [h("th", {scope: "row"}, part.name), h("td", {}, cell(value[part.name]))]));
  }
  return grid(null, [[h("td", {}, cell(value))]]);
}
