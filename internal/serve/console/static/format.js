// How numbers, times and sizes are written, everywhere alike.

const numbers = new Intl.NumberFormat("en");
const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const days = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", timeZone: "UTC" });
const dayAndClock = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const number = (n) => numbers.format(n);
export const credits = (n) => `${number(n)} ${n === 1 ? "credit" : "credits"}`;
export const moment = (at) => at ? moments.format(new Date(at)) : "";
export const day = (at) => days.format(new Date(at));

// brief is a time of today by the clock, and another by its day.
export function brief(at) {
  if (!at) return "";
  const date = new Date(at);
  return (date.toDateString() === new Date().toDateString() ? clock : dayAndClock).format(date);
}

// took is how long something lasted, from one time to another.
export function took(from, to) {
  if (!from || !to) return "";
  const milliseconds = new Date(to) - new Date(from);
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round(milliseconds / 1000) % 60} s`;
}

export function bytes(n) {
  for (const unit of ["B", "KB", "MB"]) {
    if (n < 1000) return `${n < 10 && unit !== "B" ? n.toFixed(1) : Math.round(n)} ${unit}`;
    n /= 1000;
  }
  return `${Math.round(n)} GB`;
}
