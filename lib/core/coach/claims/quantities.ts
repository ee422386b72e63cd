/** A number that a text gives, with what it counts or measures. */
export interface Quantity {
  /** What it may be compared with: `time`, `bytes`, `percent`, a unit's own name, or `count`. */
  measure: string;
  /** What is counted, as it is written; "" where no noun follows. */
  noun: string;
  /** The period or thing that it is counted for, as `minute` in "60 requests per minute"; "" for none. */
  per: string;
  amount: number;
  /** Where it stands, as UTF-16 offsets. */
  start: number;
  end: number;
  /** Whether it only says from where on something else holds, as in "refunds above 500 euros". */
  isThreshold: boolean;
}

const SECOND: Record<string, number> = {
  ms: 0.001,
  millisecond: 0.001,
  밀리초: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  초: 1,
  min: 60,
  minute: 60,
  분: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  시간: 3600,
  day: 86_400,
  일: 86_400,
  week: 604_800,
  주: 604_800,
  주일: 604_800,
  month: 2_592_000,
  개월: 2_592_000,
  달: 2_592_000,
  year: 31_536_000,
  년: 31_536_000,
};

const BYTES: Record<string, number> = {
  b: 1,
  byte: 1,
  바이트: 1,
  kb: 1e3,
  kib: 1e3,
  mb: 1e6,
  mib: 1e6,
  gb: 1e9,
  gib: 1e9,
  tb: 1e12,
  킬로바이트: 1e3,
  메가바이트: 1e6,
  기가: 1e9,
  기가바이트: 1e9,
};

const OTHERS = "px|%|percent|퍼센트|프로|kg|km|cm|mm|euros?|dollars?|usd|eur|원|달러|won|degrees|rpm|dpi";

const NAMED_NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
  ninety: 90,
  hundred: 100,
};
const NAMED = Object.keys(NAMED_NUMBERS)
  .sort((a, b) => b.length - a.length)
  .join("|");
const UNITS = [...Object.keys(SECOND), ...Object.keys(BYTES)].sort((a, b) => b.length - a.length);
const LATIN_UNITS = UNITS.filter((unit) => /^[a-z]/.test(unit));
const KOREAN_UNITS = UNITS.filter((unit) => !/^[a-z]/.test(unit));
/** How Korean counts things, people, sheets and times. */
const COUNTERS = "건|개|명|장|번|회|줄|통|권|대|자|곳|칸|행";

/** Example: `30 minutes`, `24-hour`, `30분`, `100건`, `60 requests`, `an hour`. */
const QUANTITY = new RegExp(
  String.raw`(?<![\p{L}\p{N}.:@/_#$-])(?:(?<number>\d[\d,]*(?:\.\d+)?)|(?<named>${NAMED})(?=[\s-]))` +
    String.raw`(?![:\d]|\.\d|-\d|/\d)(?:\s?-?(?:(?<unit>${LATIN_UNITS.join("|")})s?(?![\p{Script=Latin}\p{N}])|(?<korean>${KOREAN_UNITS.join("|")})(?!차|대|층|호)` +
    String.raw`|(?<other>${OTHERS})(?![\p{Script=Latin}\p{N}])|(?<counter>${COUNTERS})))?`,
  "giu",
);

/** Example: `per minute` and `a page` behind what is counted. */
const PER = /^\s*(?:per|a|an|each|every|\/)\s?(?!most\b|time\b)(\p{L}+)/iu;
/** Example: `requests` and `failed logins` behind a number; a word of grammar counts nothing. */
const NOUN =
  /^\s+((?:(?!of|or|and|in|on|at|is|are|for|to|per|a|an|the|more|less|times?\b(?=x)|with|before|after|by|when|while)[\p{L}]+\s+)?(?:(?!of\b|or\b|and\b|in\b|on\b|at\b|is\b|are\b|for\b|to\b|per\b|a\b|an\b|the\b|more\b|less\b|with\b|before\b|after\b|by\b|every\b|each\b|when\b|while\b)\p{L}{2,}s))(?![\p{L}])/iu;
/** Example: `분당` and `하루에` before a Korean number. */
const KOREAN_PER = /(?:(초|분|시간|하루|일|주|월|페이지)당|(하루|한 시간|한 주|한 달)에?)\s*\S{0,6}\s*$/;

/** The quantities of a text in NFC, in its order. Dates, times of day and numbers of versions are none. */
export function readQuantities(text: string): Quantity[] {
  if (
    !/\d|\b(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)\b/i.test(
      text,
    )
  )
    return [];
  return [...text.matchAll(QUANTITY)].flatMap((match) => {
    const found = ofMatch(text, match);
    return found === null ? [] : [{ ...found, isThreshold: THRESHOLD.test(text.slice(0, found.start)) }];
  });
}

const THRESHOLD = /\b(?:above|over|below|under|beyond|exceeding)\s$/i;

function ofMatch(text: string, { 0: all, index, groups = {} }: RegExpExecArray): Omit<Quantity, "isThreshold"> | null {
  const { number, named, unit, korean, other, counter } = groups;
  const amount =
    number === undefined ? (NAMED_NUMBERS[(named ?? "").toLowerCase()] ?? 0) : Number(number.replaceAll(",", ""));
  const end = index + all.length;
  const measured = { noun: "", per: "", start: index, end };
  const key = (unit ?? korean)?.toLowerCase();
  // "a second" may be the next one, and "one day" some day.
  if (NUMBERED.test(text.slice(0, index))) return null;
  const isArticle = named !== undefined && /^an?$/i.test(named);
  const before = text.slice(0, index);
  if (key !== undefined) {
    if (isArticle && !/(?:for|after|within|of|is|last|lasts|live|lives|every|to) $/i.test(before)) return null;
    const seconds = SECOND[key];
    if (seconds !== undefined) return { ...measured, measure: "time", amount: amount * seconds };
    return { ...measured, measure: "bytes", amount: amount * (BYTES[key] ?? 1) };
  }
  if (other !== undefined) {
    const isPercent = /^(?:%|percent|퍼센트|프로)$/i.test(other);
    const per = periodOf(text.slice(end));
    return { ...measured, measure: isPercent ? "percent" : other.toLowerCase().replace(/s$/, ""), amount, per };
  }
  if (isArticle) return null;
  if (number !== undefined && /^(?:19|20)\d\d$/.test(number) && counter === undefined && YEAR_BEFORE.test(before))
    return null;
  if (counter !== undefined) {
    const period = KOREAN_PER.exec(before);
    const per = period?.[1] ?? period?.[2] ?? "";
    return { measure: "count", noun: nounOfCounter(counter), per: PERIODS[per] ?? per, amount, start: index, end };
  }
  const noun = NOUN.exec(text.slice(end));
  if (noun === null) return named === undefined ? { ...measured, measure: "count", amount } : null;
  const nounEnd = end + noun[0].length;
  const per = PER.exec(text.slice(nounEnd));
  const word = (noun[1] ?? "").split(/\s+/).at(-1) ?? "";
  return {
    measure: "count",
    noun: word.toLowerCase().replace(/s$/, ""),
    per: periodOf(text.slice(nounEnd)),
    amount,
    start: index,
    end: nounEnd + (per?.[0].length ?? 0),
  };
}

function periodOf(behind: string): string {
  const written = (PER.exec(behind)?.[1] ?? "").toLowerCase();
  return PERIODS[written] ?? written.replace(/s$/, "");
}

/** Example: `Version ` before `2`: a number that names one of several. */
const NUMBERED =
  /(?:^|[^\p{L}])(?:versions?|phase|step|chapter|level|wave|release|sprint|table|figure|line|room|tier|stage|round|rule|option|case|ticket|issue|pr|pull request|error|status|v|numbers?|no\.|nr\.?|shard|slot|attempt|part|test|experiment|change|commit|task|milestone|section|item|day|week|gate|adr|scenario|incident|sample|버전|단계|규칙|오류|항목|작업|시도)\s?$/iu;
/** Example: `in ` before `2024`. */
const YEAR_BEFORE =
  /(?:^|\b(?:in|since|of|by|until|from|and|january|february|march|april|may|june|july|august|september|october|november|december)) $/i;

const PERIODS: Record<string, string> = {
  s: "second",
  sec: "second",
  min: "minute",
  h: "hour",
  hr: "hour",
  초: "second",
  분: "minute",
  시간: "hour",
  "한 시간": "hour",
  하루: "day",
  일: "day",
  주: "week",
  "한 주": "week",
  월: "month",
  "한 달": "month",
};

function nounOfCounter(counter: string): string {
  return counter === "번" || counter === "회" ? "time" : counter;
}
