/** A text as it reads once nothing in it is hidden, and where each of its signs stands in the text. */
interface Unhidden {
  folded: string;
  originOf: (offset: number) => number;
}

/**
 * A text without signs that cannot be seen, with letters that only look like Latin ones, and those that an address writes as
 * `%41`, as these: what is looked for by its form cannot hide behind them. Almost every text has none, and is not copied then.
 */
function foldHidden(text: string): Unhidden {
  const parts: string[] = [];
  // Where the text goes on after each sign that was replaced: in the result, and in the text.
  const steps: [to: number, from: number][] = [[0, 0]];
  let [from, to] = [0, 0];
  for (const { 0: sign, index } of text.matchAll(HIDING)) {
    const plain = plainOf(sign);
    parts.push(text.slice(from, index), plain);
    to += index - from + plain.length;
    from = index + sign.length;
    steps.push([to, from]);
  }
  if (parts.length === 0) return { folded: text, originOf: (offset) => offset };
  parts.push(text.slice(from));
  return { folded: parts.join(""), originOf: (offset) => originIn(steps, offset) };
}

const LOOK_ALIKE = "АВЕЅІЈКМНОРСТХаеѕіјорсухԁɡΑΒΕΖΗΙΚΜΝΟΡΤΥΧο";

const LATIN = "ABESIJKMHOPCTXaesijopcyxdgABEZHIKMNOPTYXo";

// What cannot be seen; wide and mathematical letters, and tags; "%41". Without the flag for Unicode it takes a tenth of the time.
const HIDING = new RegExp(
  String.raw`[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFF01-\uFF5E${LOOK_ALIKE}]|[\uD835\uDB40][\uDC00-\uDFFF]|%[2-7][\dA-Fa-f]`,
  "g",
);

function plainOf(sign: string): string {
  if (sign.startsWith("%")) return String.fromCharCode(Number.parseInt(sign.slice(1), 16));
  const at = LOOK_ALIKE.indexOf(sign);
  if (at >= 0) return LATIN[at] ?? "";
  const plain = sign.normalize("NFKC");
  return /^[!-~]$/.test(plain) ? plain : "";
}

function originIn(steps: readonly [number, number][], offset: number): number {
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((steps[middle]?.[0] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const [to, from] = steps[low] ?? [0, 0];
  return from + offset - to;
}

/** A secret in a text: what kind it is and where, never what it is. */
export interface FoundSecret {
  /** Such as `GitHub token`. */
  kind: string;
  start: number;
  end: number;
}

/**
 * The secrets in a text that are known by their form: tokens of services, private keys, logins in addresses and headers, and
 * what is given to a name like a password's. Placeholders are none, and neither are hashes and ids that nobody calls a secret.
 * Signs that cannot be seen, look-alikes and `%41` hide nothing. The time grows with the text's length alone.
 */
export function findSecrets(text: string): FoundSecret[] {
  const { folded, originOf } = foldHidden(text);
  const found: FoundSecret[] = [];
  const add = (kind: string, part: string, index: number) =>
    found.push({ kind, start: originOf(index), end: originOf(index + part.length) });
  for (const { 0: token, groups, index } of folded.matchAll(TOKEN)) {
    const form = FORMS.findIndex((_, each) => groups?.[`f${each}`] !== undefined);
    if (!isPlaceholder(token)) add(FORMS[form]?.[0] ?? "token", token, index);
  }
  for (const { 0: all, index } of folded.matchAll(PRIVATE_KEY)) add("private key", all, index);
  for (const { 0: all, 1: user = "", 2: password = "", index } of folded.matchAll(LOGIN)) {
    const isSecret = password !== user && !isPlaceholder(password) && !SAYS_WHAT_IT_IS.test(password);
    if (isSecret) add("login in an address", all, index);
  }
  for (const { 0: all, 1: header, 2: value = "", index } of folded.matchAll(HEADER)) {
    if (isGiven(value) && (header !== undefined || value.length >= 16)) add("authorization header", all, index);
  }
  for (const { 1: name = "", 2: sign = "", 3: gap = "", 4: quoted, 5: bare = "", index } of folded.matchAll(ASSIGNED)) {
    const value = quoted ?? bare.replace(/[.,;:!?)\]}>*_|\\]+$/, "");
    const isVariable = name === name.toUpperCase() && /^[A-Z]/.test(name);
    if (isHash(value) && !isVariable && !NAMES_A_VALUE.test(name)) continue;
    const isPlain = quoted !== undefined || isVariable || sign + gap === "=";
    const isSecret = isPlain ? isGiven(value) || (isVariable && isLongWord(value)) : isUnguessable(value);
    if (isSecret) add("password or key", gap + value, index + 1);
  }
  found.sort((one, other) => one.start - other.start || other.end - one.end);
  let last = -1;
  return found.filter(({ end }) => end > last && (last = end) > 0);
}

/** What tokens of services look like. */
const FORMS: readonly (readonly [kind: string, form: RegExp])[] = [
  ["AWS key id", /(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|AIPA|ANPA|ANVA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ["GitHub token", /gh[pousr]_\w{36,}|github_pat_\w{22,}/],
  ["GitLab token", /(?:gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|ffct|wt)-|GR1348941|gloas-)[\w.-]{20,}/],
  ["Google key", /AIza[\w-]{35}|GOCSPX-[\w-]{20,}|ya29\.[\w-]{20,}/],
  ["Stripe key", /(?:[srp]k_(?:live|test|prod)|whsec)_[A-Za-z0-9+/]{16,}/],
  ["Hugging Face token", /hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,}/],
  ["Slack token", /xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{16,}/],
  ["Discord webhook", /discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{40,}/],
  ["JSON web token", /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{16,}/],
  ["Anthropic key", /sk-ant-[\w-]{20,}/],
  ["OpenAI key", /sk-(?:proj|svcacct|admin|or-v1)-[\w-]{20,}|sk-[A-Za-z0-9]{32,}/],
  ["npm token", /npm_[A-Za-z0-9]{36,}/],
  ["PyPI token", /pypi-AgE[\w-]{40,}/],
  ["SendGrid key", /SG\.[\w-]{16,}\.[\w-]{16,}/],
  ["Shopify token", /shp(?:at|ca|pa|ss|ua|tka)_[A-Za-z0-9]{32,}|shppa_[A-Za-z0-9]{32,}/],
  ["Linear key", /lin_(?:api|oauth)_\w{32,}/],
  ["Notion token", /ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}/],
  ["1Password token", /ops_ey[A-Za-z0-9+/=]{100,}/],
  ["Vault token", /hv[sbr]\.[\w-]{24,}/],
  ["Docker token", /dckr_(?:pat|oat)_[\w-]{20,}/],
  ["DigitalOcean token", /do[opr]_v1_[a-f0-9]{64}/],
  ["Grafana token", /gl(?:sa|c)_\w{32,}/],
  ["Telegram token", /\d{8,10}:AA[\w-]{33}/],
  ["Wardroom token", /wr_(?:link_)?[0-9a-z-]{1,64}_[\w-]{43}/],
  [
    "token",
    /(?:figd|gsk|sbp|sb_secret|vc[piakr]|HRKU|pscale_(?:tkn|pw)|rubygems|NRAK|PMAK|tskey-\w+|xai)[_-][\w-]{28,}/,
  ],
  ["token", /r8_[A-Za-z0-9]{30,}|dapi[a-f0-9]{32}|sntry[su]_[\w+/=-]{40,}|AGE-SECRET-KEY-1[A-Z0-9]{50,}/],
];

// Hangul may stand right before a token, in a sentence without a blank. What may stand within one begins none, so that no sign is
// looked at more than a few times.
const TOKEN = new RegExp(
  `(?<![A-Za-z0-9_]|\\w-)(?:${FORMS.map(([, { source }], index) => `(?<f${index}>${source})`).join("|")})`,
  "g",
);

// "-----BEGIN RSA PRIVATE KEY-----" with so much of the key that it is none of the sentences about keys.
const PRIVATE_KEY =
  /-----BEGIN[A-Z ]{0,30}PRIVATE KEY[A-Z ]{0,20}-----(?=(?:(?!-----)[^]){0,200}?[A-Za-z0-9+/]{32})(?:(?:(?!-----)[^]){0,16000}-----END[A-Z ]{0,50}-----|[\s\w+/=\\]{32,16000})/g;

// "https://user:pw@host", "redis://:pw@host"
const LOGIN = /:\/\/([^\s:@/?#"'`<>]{0,128}):([^\s@/"'`<>]{2,256})@(?=[\w[%])/g;

// "Authorization: Basic dXNlcjpwdw==", "Bearer …"
const HEADER =
  /(?<![A-Za-z])(?:(authorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?:(?:bearer|basic|token|digest|apikey)[ \t]{1,3})?)|bearer[ \t]{1,3})([\w.~+/=-]{8,2000})/gi;

// "DB_PASSWORD=…", "apiKey: '…'", "\"client_secret\": \"…\"": from the sign, which is rarer than letters, back to the name
const ASSIGNED =
  /(?:=>|:=|[:=])(?<=(password|passwd|passphrase|pwd|secret|token|(?:api|access|secret|private|account|auth|encryption|signing|master)[_ -]?key|credentials?|비밀번호|암호|토큰)\d{0,2}["'`\]]{0,3}([ \t]{0,3}(?:=>|:=|[:=])))(?=([ \t]{0,3})(?:["'`]([^"'`\n]{6,400})["'`]|([!#-&(-_a-~]{6,400})))/gi;

/** Names of what is never the hash or the id of something. */
const NAMES_A_VALUE = /.[_ -]?key$|pass|pwd|비밀번호/i;

/** Lower case throughout, and long: as the value of a variable it is one. */
function isLongWord(value: string): boolean {
  return /^[a-z]{12,}$/.test(value) && !isPlaceholder(value);
}

/** Whether a text stands for a secret that is elsewhere. */
function isPlaceholder(value: string): boolean {
  return (
    /^(?:[$<%{[(&*]|x{3})|\$[{(A-Z]|\{\{|<[\w -]*>|…|\.{3}|\*{3}|([x•·_0-])\1{4}/i.test(value) ||
    /example|placeholder|change[_-]?(?:me|this)|redacted|your[_-]|_here$|dummy|insert[_-]/i.test(value) ||
    new Set(value).size <= 3
  );
}

// "password", "my-secret", "pw", "postgres"
const SAYS_WHAT_IT_IS =
  /^(?:(?:my|the|some|test|db|user|fake|sample)[_-]?)?(?:pass(?:word|wd)?|pwd?|secret|token|key|test|foo|bar|none|x)\d{0,4}$/i;

function isHash(value: string): boolean {
  return /^(?:sha\d{1,3}[-:])?(?:[a-f0-9]{6,128}|[A-F0-9]{6,128}|[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12})$/i.test(
    value,
  );
}

// "implementer-1", "src/ledger/batch.ts:14", "oauth2-proxy", "argon2id"
const WORDS =
  /^(?:[A-Za-z]+\d{0,2}|[A-Za-z]\d|\d{1,4})(?:[-_./:@#+, ]+(?:[A-Za-z]+\d{0,4}|\d{1,4}))*[-_./:@#+, ]*$|^[A-Za-z]{2,}\d[a-z]{1,4}$/;
// "./key.pem", "https://…", "hashOf(it)", "process.env.TOKEN2", "2026-11-28T10:00", "16384ms"
const CODE =
  /^(?:[./~@]|\w+:\/\/)|^[\w.$?!]+[([{]|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$|^v?[\d.,:/+T-]+[a-zA-Z%]{0,3}$/;
// "hunter22"; "aBcDe"
const GUESSABLE = /^[A-Za-z]+\d{2,}$/;
const MIXED = /[^A-Za-z\s]|[a-z][A-Z][a-z]?[A-Z]/;

/** Whether what is plainly given to a name of secrets could be one: no word, sentence, number, path or piece of code. */
function isGiven(value: string): boolean {
  if (value.length < 8 || isPlaceholder(value) || SAYS_WHAT_IT_IS.test(value) || CODE.test(value)) return false;
  if (isHash(value) || GUESSABLE.test(value) || isShuffled(value)) return true;
  return !WORDS.test(value) && MIXED.test(value) && !/\s.*\s/.test(value);
}

/** Whether letters change their case more often than names do: "kQzJxVwPmRtBnHdG", not "parseJsonToken". */
function isShuffled(value: string): boolean {
  return /^[A-Za-z]{12,}$/.test(value) && /[A-Z]{2}/.test(value) && (value.match(/[a-z][A-Z]/g)?.length ?? 0) >= 3;
}

/** Whether it is one wherever it stands: long, and with digits between its letters. */
function isUnguessable(value: string): boolean {
  return value.length >= 16 && isGiven(value) && (value.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0) >= 2;
}

/**
 * A text as it may be told to others: each line with a secret is replaced by one that says what was held back, also where it goes
 * over several. Lines are numbered from `from` on, where a document begins in it. What was held back is held back once.
 */
export function withholdSecrets(text: string, from = text.length): string {
  const parts: string[] = [];
  let [at, line] = [0, 1];
  for (const { start, end, kind } of heldLines(text)) {
    const head = /^[\s>*+-]*/.exec(text.slice(start, end))?.[0] ?? "";
    line += start < from ? 0 : text.slice(Math.max(at, from), start).split("\n").length - 1;
    const which = start < from ? "a line" : `line ${line}`;
    parts.push(text.slice(at, start), `${head}[${which} is held back: it looks like a secret (${kind})]`);
    line += start < from ? 0 : text.slice(start, end).split("\n").length - 1;
    at = end;
  }
  return parts.length === 0 ? text : parts.join("") + text.slice(at);
}

/** The lines of a text that are held back, neighbours with one secret together, with what kind the first secret in each is. */
export function heldLines(text: string): { start: number; end: number; kind: string }[] {
  const held: { start: number; end: number; kind: string }[] = [];
  for (const { start: first, end: last, kind } of findSecrets(text)) {
    const start = text.lastIndexOf("\n", first - 1) + 1;
    const found = text.indexOf("\n", Math.max(first, last - 1));
    const end = found < 0 ? text.length : text[found - 1] === "\r" ? found - 1 : found;
    if (end > (held.at(-1)?.end ?? -1)) held.push({ start: Math.max(start, (held.at(-1)?.end ?? -1) + 1), end, kind });
  }
  return held;
}

/** Every text in a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The same value with every text in it changed. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const walk = (each: unknown): unknown => {
    if (typeof each === "string") return change(each);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(value) as T;
}
