/** Statements of one subject: those of `same` say the same as each other, each of `others` something of its own. */
export interface Topic {
  same: readonly string[];
  others: readonly string[];
}

/** What teams tell each other about twenty subjects, in the words of different people. */
export const TOPICS: readonly Topic[] = [
  {
    same: [
      "`parseIban()` in src/iban.ts accepts 35 characters; the standard ends at 34",
      "src/iban.ts: parseIban lets 35 characters through where 34 is the most",
      "src/iban.ts의 parseIban()이 34자를 넘어 35자도 받아들인다",
    ],
    others: [
      "src/iban.ts: parseIban() returns null for a lower-case country, callers expect a throw",
      "parseIban() costs 40 ms for a file of 20000 rows, measured with bench/iban.ts",
      "src/iban.ts is mine until 14:00, please leave parseIban alone",
      "formatIban() in src/iban.ts groups by 4, the export wants no groups at all",
      "src/iban.ts: 국가 코드가 소문자면 parseIban()이 null을 돌려준다",
    ],
  },
  {
    same: [
      "POST /v1/invoices answers 413 from 262144 bytes on, the client shows it as a network error",
      "With 262144 bytes or more /v1/invoices is 413, and what the user sees is a network error",
      "/v1/invoices는 262144바이트부터 413을 돌려준다",
    ],
    others: [
      "POST /v1/invoices answers 422 for a batch with two currencies",
      "GET /v1/invoices takes 900 ms with 10000 rows: there is no index on createdAt",
      "/v1/invoices needs the header Idempotency-Key from version 5 on",
      "/v1/invoices answers 413 from 1048576 bytes on, I raised the limit",
    ],
  },
  {
    same: [
      "MAX_RETRIES in lib/queue.ts is 5, the docs say 8: we keep 5",
      "We stay at 5 for MAX_RETRIES (lib/queue.ts); the 8 of the docs is wrong",
    ],
    others: [
      "MAX_RETRIES in lib/queue.ts should be 12, the bank is down for minutes at night",
      "lib/queue.ts drops jobs whose payload is over 65536 bytes, without a log line",
      "lib/queue.ts: a job that throws synchronously never reaches onFailed",
      "Nobody reads MAX_RETRIES any more since lib/queue.ts was rewritten",
    ],
  },
  {
    same: [
      "node:sqlite is missing in v20.20.2, which CI runs: use better-sqlite3 11",
      "CI has v20.20.2 and that has no node:sqlite",
    ],
    others: [
      "CI runs with TZ=Asia/Seoul, so dates in test/report.test.ts are a day off",
      "better-sqlite3 builds for 90 s on CI, cache node_modules/better-sqlite3/build",
      "CI stops after 10 minutes, e2e/checkout.spec.ts alone takes 7",
    ],
  },
  {
    same: [
      "Session cookies get SameSite=Strict and maxAge 28800, set in server/session.ts",
      "server/session.ts: the cookie's maxAge is 28800 with SameSite=Strict",
      "server/session.ts에서 쿠키 maxAge는 28800, SameSite=Strict로 정했다",
    ],
    others: [
      "server/session.ts signs with a key from SESSION_KEY, 32 bytes in hex",
      "server/session.ts: rotating SESSION_KEY signs everybody out, tell support before",
      "The cookie of server/session.ts is lost on Safari 15 within an iframe",
      "maxAge in server/session.ts goes down to 3600 for admins",
    ],
  },
  {
    same: [
      "stripe.webhooks.constructEvent needs the raw body; express.json() in app.ts line 42 eats it",
      "app.ts 42: express.json() runs before stripe.webhooks.constructEvent, which needs the raw body",
    ],
    others: [
      "stripe.webhooks.constructEvent throws for clocks that are 300 s off",
      "app.ts: express.json() has a limit of 100 kb, catalogues are larger",
      "Move the routes out of app.ts, it has 900 lines",
    ],
  },
  {
    same: [
      "`Money.round` rounds half to even, finance wants half up: 2.345 must become 2.35",
      "Finance: 2.345 is 2.35, so Money.round has to round half up",
    ],
    others: [
      "Money.round is called 14 times a row in reports/totals.ts, hoist it",
      "Money.add throws for two currencies; reports/totals.ts catches that and shows 0",
      "Money.round(1e21) gives NaN",
    ],
  },
  {
    same: [
      "The importer reads latin1 files as UTF-8: test/data/kunden.csv has 17 broken names",
      "test/data/kunden.csv is latin1 and is read as UTF-8, 17 names are broken",
      "test/data/kunden.csv는 latin1인데 UTF-8로 읽혀 이름 17개가 깨진다",
    ],
    others: [
      "test/data/kunden.csv has a BOM, the first column is then called \\ufeffid",
      "test/data/kunden.csv holds real names, replace it before the repository goes public",
      "Rows over 4096 characters in kunden.csv are cut by the importer",
    ],
  },
  {
    same: [
      "redis.scan with COUNT 1000 blocks for 80 ms; use 100 in cache/sweep.ts",
      "cache/sweep.ts: redis.scan blocks 80 ms at COUNT 1000, take 100",
    ],
    others: [
      "cache/sweep.ts deletes keys of other tenants: the prefix lacks a colon",
      "redis.scan may give the same key twice, cache/sweep.ts counts it twice",
      "cache/sweep.ts runs every 30 s on each of the 6 instances, once is enough",
    ],
  },
  {
    same: [
      "useCart() renders 9 times for one click, since CartContext gets a new object each time (app/cart.tsx)",
      "app/cart.tsx: 9 renders of useCart per click because CartContext's value is a new object",
      "app/cart.tsx: CartContext 값이 매번 새 객체라 클릭 한 번에 useCart()가 9번 렌더링된다",
    ],
    others: [
      "useCart() keeps items in localStorage under cart.v2, private windows throw",
      "app/cart.tsx shows 0 for a second until useCart has loaded",
      "CartContext moves from app/cart.tsx to app/providers.tsx",
    ],
  },
  {
    same: [
      "prisma/schema.prisma: Order.total is Float, sums are off by 0.01 in 31 of 5000 orders",
      "Order.total as Float gives sums that are 0.01 off, 31 of 5000 (prisma/schema.prisma)",
    ],
    others: [
      "prisma/schema.prisma has no index on Order.customerId, the list takes 1200 ms",
      "Order.total must not be null, 48 old rows are",
      "prisma/schema.prisma: rename Order to PurchaseOrder after the release",
    ],
  },
  {
    same: [
      "helm/values.yaml gives the worker 256 MB, it needs 410 with a full catalogue",
      "Worker needs 410 MB with all of the catalogue and gets 256 (helm/values.yaml)",
    ],
    others: [
      "helm/values.yaml: replicas is 1, two workers take the same job",
      "helm/values.yaml must not hold the key of the mail provider",
      "The probe in helm/values.yaml asks port 8080, the worker listens on 9090",
    ],
  },
  {
    same: [
      "i18n/ko.json lacks 23 keys that en.json has, the build says nothing",
      "i18n/ko.json에 en.json에 있는 키 23개가 빠져 있는데 빌드가 통과한다",
    ],
    others: [
      "i18n/ko.json: plural forms are never used, drop `_other`",
      "i18n/ko.json is edited by the translators until Friday",
      "en.json says 'Log in' and ko.json '회원가입', that is signing up",
    ],
  },
  {
    same: [
      "Uploads over 10485760 bytes hang: busboy in upload/receive.ts never emits close",
      "upload/receive.ts hangs over 10485760 bytes as busboy emits no close",
    ],
    others: [
      "upload/receive.ts takes image/svg+xml, which may hold scripts",
      "upload/receive.ts writes to /tmp and leaves files there when the client goes",
      "busboy 1.6.0 has an advisory; upload/receive.ts is not touched by it",
    ],
  },
  {
    same: [
      "The limiter in src/limiter.js resets at 61 instead of 60 with fractional clocks, in 6 % of checks",
      "src/limiter.js: 6 % of fresh checks give a reset of 61, not 60, when the clock has fractions",
    ],
    others: [
      "src/limiter.js holds rows for 62 s, memory stays at 60 MB",
      "src/limiter.js: a cost over the limit is refused forever, answer 400 instead of 429",
      "src/limiter.js: peek() writes nothing any more",
    ],
  },
  {
    same: [
      "tools/release.sh tags before the tests run; 3 of the last 20 tags are red",
      "3 of 20 tags are red because tools/release.sh tags before it tests",
    ],
    others: [
      "tools/release.sh needs gh 2.40.1, the runner has 2.30.0",
      "tools/release.sh pushes to main, which is protected from Monday on",
      "Run tools/release.sh with --dry-run first",
    ],
  },
  {
    same: [
      "searchIndex.rebuild() locks writes for 14 s at 80000 documents (search/index.ts)",
      "search/index.ts: with 80000 documents rebuild keeps writers waiting 14 s (searchIndex.rebuild)",
      "search/index.ts: 문서 80000개에서 searchIndex.rebuild()가 쓰기를 14초 막는다",
    ],
    others: [
      "search/index.ts drops hyphens, so X-100 finds X100 and X 100",
      "searchIndex.rebuild() is called by every deploy, once a night is enough",
      "search/index.ts: Korean needs bigrams, words of 2 syllables are not found",
    ],
  },
  {
    same: [
      "auth/refresh.ts issues a new token 30 s before expiry; phones sleep longer, take 300",
      "Take 300 and not 30 s before expiry in auth/refresh.ts",
    ],
    others: [
      "auth/refresh.ts: two tabs refresh at once and one is signed out",
      "auth/refresh.ts stores the refresh token in localStorage, move it to a cookie",
      "A refresh token lives 90 days, security wants 14 (auth/refresh.ts)",
    ],
  },
  {
    same: [
      "GET /health is 200 while the pool is empty: db.totalCount is 0 of 20",
      "/health says 200 although db.totalCount is 0 of 20",
    ],
    others: [
      "/health needs no token, it tells the version to everybody",
      "/health takes 2500 ms when the mail server is away, give it 200",
      "db.totalCount never falls below 5 since the last change",
    ],
  },
  {
    same: [
      "Chart.tsx draws 50000 points as SVG, 7 fps; canvas gives 58",
      "50000 points in Chart.tsx: SVG 7 fps, canvas 58 fps",
    ],
    others: [
      "Chart.tsx has no text for screen readers",
      "Chart.tsx: the tooltip is cut at the right edge under 380 px",
      "Chart.tsx uses d3 7.9.0 for one function, take d3-scale alone",
    ],
  },
];

/** Statements that name nothing, or nothing in common with any other, in which much of the prose is alike. */
export const PROSE: readonly string[] = [
  "We should decide soon who answers customers during the migration",
  "We should decide soon who answers customers after the migration",
  "The form is hard to use on a phone",
  "The form is hard to use on a tablet",
  "Nobody has tested the import with real files yet",
  "Nobody has tested the export with real files yet",
  "화면이 느리게 열린다는 의견이 있었다",
  "화면이 느리게 닫힌다는 의견이 있었다",
  "결제 담당자가 이번 주에 바뀐다",
  "결제 담당자가 다음 주에 바뀐다",
  "All 12 tests pass",
  "All 12 tests pass on the second machine too, in half the time",
  "The release is on 2026-12-01",
  "The release notes are due on 2026-12-01",
  "Waiting for the answer of the bank",
  "Waiting for the answer of the lawyers",
];
