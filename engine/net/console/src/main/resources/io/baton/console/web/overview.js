import {byId, tiles} from "./dom.js";
import {bytes, nanos, short} from "./format.js";
import {chart} from "./chart.js";

const perSecond = number => short(Math.round(number));

const draws = [
  chart(byId("chart-calls"), {
    title: "Calls per second", least: 10, area: true, format: perSecond,
    lines: [{name: "committed", kind: "one", of: p => p.committed}, {name: "aborted", kind: "two", of: p => p.aborted},
      {name: "within transactions", kind: "three", of: p => p.returned}]
  }),
  chart(byId("chart-latency"), {
    title: "Latency at the server", least: 10000, logarithmic: true, format: nanos,
    lines: [{name: "p50", kind: "one", of: p => p.p50}, {name: "p99", kind: "two", of: p => p.p99},
      {name: "max", kind: "three", of: p => p.max}]
  }),
  chart(byId("chart-locks"), {
    title: "Locks per second", least: 10, format: perSecond,
    lines: [{name: "waits", kind: "one", of: p => p.waits}, {name: "hand-overs", kind: "two", of: p => p.handovers},
      {name: "restarts", kind: "three", of: p => p.restarts}]
  }),
  chart(byId("chart-memory"), {
    title: "Memory of rows and indexes", least: 1 << 20, binary: true, area: true, format: bytes,
    lines: [{name: "in use", kind: "one", of: p => p.memory}]
  })
];

export function drawOverview(points, keepSeconds, status) {
  const now = points[points.length - 1];
  tiles(byId("tiles"), [
    ["Calls per second", now ? short(now.committed + now.returned + now.aborted) : "–",
      now && now.aborted > 0 ? short(now.aborted) + " aborted" : ""],
    ["Median latency", now ? nanos(now.p50) : "–", ""],
    ["p99 latency", now ? nanos(now.p99) : "–", ""],
    ["Connections", now ? short(now.connections) : "–", ""],
    ["Memory", now ? bytes(now.memory) : "–", status ? "of " + bytes(status.memory.limitBytes) : ""],
    ["Log", status ? status.store ? bytes(now ? now.logBytes : 0) + "/s" : "none" : "–",
      status && !status.store ? "memory only" : ""]
  ]);
  draws.forEach(draw => draw(points, keepSeconds));
}
