// Elements are made with text, never with markup: what the server tells cannot become a script.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) {
      continue;
    }
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...children.flat().filter(child => child !== null && child !== undefined));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

export function byId(id) {
  return document.getElementById(id);
}

/** Tiles with a name and a value each; later calls change the values only. */
export function tiles(host, list) {
  if (host.children.length !== list.length) {
    host.replaceChildren(...list.map(([name]) => h("dl", {class: "tile"}, h("dt", {}, name), h("dd"))));
  }
  list.forEach(([, value, note], i) => {
    host.children[i].lastChild.replaceChildren(value, note ? h("small", {}, note) : "");
  });
}

/**
 * A table. Columns are {title, number, text, cell(row)}; the first one heads its row. It can be scrolled by keyboard,
 * too.
 */
export function table(host, labelledBy, columns, rows, empty) {
  if (rows.length === 0) {
    host.replaceChildren(h("div", {class: "scroll"}, h("p", {class: "empty"}, empty)));
    return;
  }
  const kind = column => column.number ? "number" : column.text ? "text" : undefined;
  const head = h("thead", {}, h("tr", {}, columns.map(c => h("th", {scope: "col", class: kind(c)}, c.title))));
  const body = h("tbody", {}, rows.map(row => h("tr", {}, columns.map((column, i) => {
    const cell = column.cell(row);
    return h(i === 0 ? "th" : "td", {class: kind(column), scope: i === 0 ? "row" : undefined}, cell);
  }))));
  const made = h("table", {"aria-labelledby": labelledBy}, head, body);
  const old = host.querySelector("div.scroll > table");
  if (old) {
    if (!old.contains(document.activeElement)) {
      old.replaceWith(made);
    }
  } else {
    host.replaceChildren(h("div", {class: "scroll", tabindex: "0", role: "group", "aria-labelledby": labelledBy},
      made));
  }
}

export function facts(host, list) {
  host.replaceChildren(h("dl", {class: "facts card"},
    list.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))));
}
