/**
 * The days that a text names, as `YYYY-MM-DD` in the order of the text: `2026-03-02`, `2026/03/02`, `2026.03.02`,
 * `2 March 2026`, `March 2, 2026`, `2026년 3월 2일`. Days that no calendar has, and dates without a year, are none.
 */
export function findDates(text: string): string[] {
  return [...text.matchAll(DATE)].flatMap(({ groups = {} }) => {
    const year = groups["y1"] ?? groups["y2"] ?? groups["y3"] ?? groups["y4"];
    const day = groups["d1"] ?? groups["d2"] ?? groups["d3"] ?? groups["d4"];
    const name = groups["n2"] ?? groups["n3"];
    const month =
      name === undefined ? (groups["m1"] ?? groups["m4"]) : MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
    const date = `${year ?? ""}-${pad(month)}-${pad(day)}`;
    return dayNumber(date) === null ? [] : [date];
  });
}

/** Days from 1970-01-01 to a day written `YYYY-MM-DD`; null for what is no day of the calendar. */
export function dayNumber(date: string): number | null {
  if (!ISO.test(date)) return null;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : time / 86_400_000;
}

function pad(value: string | number | undefined): string {
  return String(value ?? "").padStart(2, "0");
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** Example: `2026-03-02`. */
const ISO = /^\d{4}-\d\d-\d\d$/;

const MONTH = "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*";

/** Example: `2026-03-02`, `2 March 2026`, `March 2, 2026`, `2026년 3월 2일`. */
const DATE = new RegExp(
  [
    String.raw`(?<!\d)(?<y1>\d{4})[-/.](?<m1>\d{1,2})[-/.](?<d1>\d{1,2})(?!\d)`,
    String.raw`(?<!\d)(?<d2>\d{1,2})(?:st|nd|rd|th)? (?<n2>${MONTH}),? (?<y2>\d{4})(?!\d)`,
    String.raw`(?<n3>${MONTH}) (?<d3>\d{1,2})(?:st|nd|rd|th)?,? (?<y3>\d{4})(?!\d)`,
    String.raw`(?<y4>\d{4})년 ?(?<m4>\d{1,2})월 ?(?<d4>\d{1,2})일`,
  ].join("|"),
  "gi",
);
