import {h, s} from "./dom.js";
import {clock} from "./format.js";

const LEFT = 58;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 20;

/** A step of 1, 2 or 5 and zeros that cuts a height into few pieces; of powers of two for bytes. */
function step(top, binary) {
  const raw = top / 4;
  if (binary) {
    return 2 ** Math.ceil(Math.log2(Math.max(1, raw)));
  }
  const power = 10 ** Math.floor(Math.log10(raw));
  return [1, 2, 5, 10].map(factor => factor * power).find(size => size >= raw * 0.999);
}

/**
 * A chart of lines over time. Lines are {name, kind, of(point)}; kind is one, two or three, as in the style.
 *
 * @param host a figure, which is filled
 * @param options title, lines, format (of values), least (top of an empty chart), binary, logarithmic, area
 * @returns a function that draws points {at, ...} of so many seconds
 */
export function chart(host, options) {
  const plot = h("div", {class: "plot"});
  const keys = options.lines.map(line => h("span", {class: "key " + line.kind}, h("i"), h("span", {}, line.name)));
  host.replaceChildren(h("figcaption", {}, h("strong", {}, options.title), keys), plot);
  let drawn = null;
  let tip = null;
  plot.addEventListener("pointermove", event => drawn && show(event.clientX - plot.getBoundingClientRect().left));
  plot.addEventListener("pointerleave", hide);

  function hide() {
    tip?.box.remove();
    tip?.cross.remove();
    tip = null;
  }

  function show(x) {
    const {points, toX, svg, height, width} = drawn;
    if (points.length === 0) {
      return;
    }
    const near = points.reduce((best, p) => Math.abs(toX(p.at) - x) < Math.abs(toX(best.at) - x) ? p : best);
    hide();
    const at = toX(near.at);
    const cross = s("line", {class: "cross", x1: at, x2: at, y1: TOP, y2: height - BOTTOM});
    svg.append(cross);
    const box = h("div", {class: "tip"}, h("div", {}, clock(near.at)),
      options.lines.map(line => h("span", {class: "key " + line.kind}, h("i"),
        line.name + " " + options.format(line.of(near)), h("br"))));
    if (at > width / 2) {
      box.style.right = width - at + 8 + "px";
    } else {
      box.style.left = at + 8 + "px";
    }
    plot.append(box);
    tip = {box, cross};
  }

  return function draw(points, seconds) {
    const width = plot.clientWidth;
    const height = plot.clientHeight;
    if (width === 0 || tip) {
      return;
    }
    const end = points.length > 0 ? points[points.length - 1].at : Date.now();
    const begin = end - seconds * 1000;
    const toX = at => LEFT + (at - begin) / (end - begin) * (width - LEFT - RIGHT);
    const most = Math.max(options.least, ...points.flatMap(p => options.lines.map(line => line.of(p))));
    const scale = options.logarithmic ? logarithmic(points, options, most) : linear(most, options);
    const toY = value => height - BOTTOM - scale.share(value) * (height - TOP - BOTTOM);
    const svg = s("svg", {role: "img", "aria-label": summary(points), viewBox: `0 0 ${width} ${height}`});
    for (const mark of scale.marks) {
      const y = toY(mark);
      svg.append(s("line", {class: mark === scale.marks[0] ? "base" : "grid", x1: LEFT, x2: width - RIGHT, y1: y,
        y2: y}), s("text", {x: LEFT - 6, y: y + 4, "text-anchor": "end"}, options.format(mark).replace(/\.0+(?!\d)/, "")));
    }
    for (let minute = 0; minute * 60 <= seconds; minute += width < 330 ? 2 : 1) {
      const last = minute === 0;
      const at = toX(end - minute * 60000);
      svg.append(s("text", {x: last ? width - RIGHT : at, y: height - 4,
        "text-anchor": last ? "end" : at < LEFT + 20 ? "start" : "middle"}, last ? "now" : "−" + minute + " min"));
    }
    for (const line of options.lines) {
      drawLine(svg, line, points, toX, toY, height);
    }
    hide();
    plot.replaceChildren(svg);
    drawn = {points, toX, svg, height, width};
  };

  function drawLine(svg, line, points, toX, toY, height) {
    // A line ends where there is nothing to tell: seconds without calls have no latency.
    const runs = [];
    let open = false;
    for (const point of points) {
      const value = line.of(point);
      const told = !options.logarithmic || value > 0;
      if (told) {
        const place = [toX(point.at), toY(value)];
        open ? runs[runs.length - 1].push(place) : runs.push([place]);
      }
      open = told;
    }
    for (const run of runs) {
      const path = run.map(([x, y]) => x.toFixed(1) + " " + y.toFixed(1)).join("L");
      if (options.area && run.length > 1) {
        const base = height - BOTTOM;
        svg.append(s("path", {class: "area " + line.kind,
          d: `M${path}L${run[run.length - 1][0].toFixed(1)} ${base}L${run[0][0].toFixed(1)} ${base}Z`}));
      }
      svg.append(s("path", {class: "line " + line.kind, d: "M" + path + (run.length === 1 ? "h.1" : "")}));
    }
  }

  function summary(points) {
    const last = points[points.length - 1];
    return options.title + ": " + (last
      ? options.lines.map(line => line.name + " " + options.format(line.of(last))).join(", ") + " now"
      : "nothing yet");
  }
}

function linear(most, options) {
  const size = step(most, options.binary);
  const marks = [];
  for (let mark = 0; mark < most + size * 0.999 && marks.length < 8; mark += size) {
    marks.push(mark);
  }
  const top = marks[marks.length - 1];
  return {marks, share: value => Math.min(1, value / top)};
}

function logarithmic(points, options, most) {
  const told = points.flatMap(p => options.lines.map(line => line.of(p))).filter(value => value > 0);
  const low = Math.floor(Math.log10(Math.min(options.least, ...told)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(most)));
  const marks = [];
  for (let power = low; power <= high; power++) {
    marks.push(10 ** power);
  }
  return {marks, share: value => Math.max(0, (Math.log10(value) - low) / (high - low))};
}
