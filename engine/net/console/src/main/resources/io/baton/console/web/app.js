import {byId} from "./dom.js";
import {get, LoginWanted} from "./api.js";
import {isLoginShown, prepareLogin, showLogin, showUser} from "./login.js";
import {millis} from "./format.js";
import {drawOverview} from "./overview.js";
import {drawProcedures} from "./procedures.js";
import {drawLocks} from "./locks.js";
import {drawSessions} from "./sessions.js";
import {drawStorage} from "./storage.js";
import {selectProcedure, setProcedures} from "./call.js";

const PAGES = ["overview", "procedures", "locks", "sessions", "storage", "call"];
const EVERY_MILLIS = 1000;

let points = [];
let last = 0;
let keepSeconds = 300;
let status = null;

function page() {
  const name = location.hash.slice(2);
  return PAGES.includes(name) ? name : PAGES[0];
}

function showPage() {
  if (isLoginShown()) {
    return;
  }
  const shown = page();
  for (const name of PAGES) {
    byId(name).hidden = name !== shown;
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === "#/" + shown) {
      link.setAttribute("aria-current", "page");
    } else {
      link.removeAttribute("aria-current");
    }
  }
  document.title = byId(shown + "-title").textContent + " – Baton console";
  scrollTo(0, 0);
  redraw();
  refresh().catch(() => {
    // The next turn tells.
  });
}

function wantLogin() {
  health(false, "not logged in");
  if (status === null) {
    byId("problem").hidden = true;
    showLogin();
  } else {
    // Nothing that was shown stays.
    location.reload();
  }
}

function choose(procedure) {
  selectProcedure(procedure);
  location.hash = "#/call";
}

function take(series) {
  const rows = series.points.map(values => Object.fromEntries(series.names.map((name, i) => [name, values[i]])));
  keepSeconds = series.keepSeconds;
  // Another run of the server begins its numbers again, and what is known is another run's.
  points = series.last < last ? rows : points.concat(rows).slice(-keepSeconds);
  last = series.last;
}

function redraw() {
  const shown = page();
  if (shown === "overview") {
    drawOverview(points, keepSeconds, status);
  }
  if (!status) {
    return;
  }
  byId("server-address").textContent = status.server.address;
  if (shown === "locks") {
    drawLocks(status.locks);
  } else if (shown === "sessions") {
    drawSessions(status);
  } else if (shown === "storage") {
    drawStorage(status);
  }
}

async function refresh() {
  const shown = page();
  const known = last;
  const [series, now] = await Promise.all([get("api/series?after=" + known), get("api/status")]);
  if (known === last) {
    take(series);
  }
  status = now;
  if (shown === "procedures" || shown === "call") {
    const procedures = await get("api/procedures");
    drawProcedures(procedures, choose);
    setProcedures(procedures);
  }
  redraw();
}

function health(good, text) {
  const host = byId("health");
  host.className = "health " + (good ? "good" : "bad");
  if (host.textContent !== text) {
    host.textContent = text;
  }
}

/** In minutes, so that it is not read out each second. */
function uptime(all) {
  return all < 60000 ? "< 1 min" : all < 120000 ? "1 min" : millis(all - all % 60000);
}

async function look() {
  if (!document.hidden && !isLoginShown()) {
    try {
      await refresh();
      health(true, "up " + uptime(status.server.uptimeMillis));
      byId("problem").hidden = true;
    } catch (error) {
      if (error instanceof LoginWanted) {
        wantLogin();
        return;
      }
      health(false, "no answer");
      byId("problem").textContent = "The server cannot be asked: " + error.message + ". What is shown may be old.";
      byId("problem").hidden = false;
    }
  }
}

async function turn() {
  await look();
  setTimeout(turn, EVERY_MILLIS);
}

const NEXT = {auto: "light", light: "dark", dark: "auto"};

function theme() {
  return document.documentElement.dataset.theme ?? "auto";
}

function drawTheme() {
  byId("theme").textContent = "Theme: " + theme();
}

byId("theme").addEventListener("click", () => {
  const chosen = NEXT[theme()];
  if (chosen === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = chosen;
  }
  try {
    localStorage.setItem("baton-theme", chosen);
  } catch {
    // Without storage the choice ends with the page.
  }
  drawTheme();
});

addEventListener("hashchange", () => {
  showPage();
  byId("main").focus({preventScroll: true});
});
addEventListener("resize", redraw);
document.addEventListener("visibilitychange", () => document.hidden || refresh().catch(() => {}));
drawTheme();
prepareLogin(() => {
  showPage();
  byId("main").focus({preventScroll: true});
});
showUser().catch(() => {
  // The first look tells.
});
showPage();
turn();
