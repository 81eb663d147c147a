const WHOLE = new Intl.NumberFormat("en-US", {maximumFractionDigits: 0});

export function count(number) {
  return WHOLE.format(number);
}

function three(number) {
  return number >= 100 ? number.toFixed(0) : number >= 10 ? number.toFixed(1) : number.toFixed(2);
}

function scaled(number, step, units) {
  let value = number;
  let unit = 0;
  while (value >= step * 0.9995 && unit < units.length - 1) {
    value /= step;
    unit++;
  }
  return (unit === 0 && Number.isInteger(value) ? String(value) : three(value)) + units[unit];
}

/** Large counts on few characters: 12.3k. */
export function short(number) {
  return number < 10000 ? count(number) : scaled(number, 1000, ["", "k", "M", "G"]);
}

export function bytes(number) {
  return scaled(number, 1024, [" B", " KiB", " MiB", " GiB", " TiB"]);
}

export function nanos(number) {
  return number <= 0 ? "–" : scaled(number, 1000, [" ns", " µs", " ms", " s"]);
}

export function millis(number) {
  if (number < 1000) {
    return Math.round(number) + " ms";
  }
  const seconds = number / 1000;
  if (seconds < 120) {
    return seconds.toFixed(seconds < 10 ? 1 : 0) + " s";
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 120) {
    return minutes + " min";
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? hours + " h " + minutes % 60 + " min" : Math.floor(hours / 24) + " days";
}

export function clock(at) {
  return new Date(at).toLocaleTimeString([], {hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false});
}

export function plural(number, noun) {
  return count(number) + " " + noun + (number === 1 ? "" : "s");
}
