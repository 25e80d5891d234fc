// Fills the list of stations, which is in no other place: a reader without
// JavaScript does not see it.
const stations = [
  ["Carrow Sluice", 2.314],
  ["Sallow Bridge", 0.871],
  ["Pierhead Light", 4.026],
];
const list = document.getElementById("stations");
if (list) {
  for (const [name, metres] of stations) {
    const item = document.createElement("li");
    item.textContent = `${name}: ${metres.toFixed(3)} m above datum`;
    list.append(item);
  }
  document.documentElement.dataset.ready = "stations";
}
