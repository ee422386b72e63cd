import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findSecrets, withholdSecrets } from "@/lib/core/text/find-secrets";

const [DIGITS, LOWER] = ["0123456789", "abcdefghijklmnopqrstuvwxyz"];
const ANY = `${LOWER}${LOWER.toUpperCase()}${DIGITS}`;
const from = (alphabet: string, length: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: length, maxLength: length });
const mixed = (length: number) =>
  fc
    .tuple(from(ANY, Math.ceil(length / 2) - 1), from(DIGITS, 1), from(ANY, Math.floor(length / 2)))
    .map((parts) => parts.join(""));
const after = (prefix: string, secret: fc.Arbitrary<string>, end = "") =>
  secret.map((text) => `${prefix}${text}${end}`);
const dotted = (prefix: string, ...lengths: number[]) =>
  fc.tuple(...lengths.map(mixed)).map((parts) => prefix + parts.join("."));

/** Each is put together here, so that no scanner takes this file for a leak. */
const SECRETS: Record<string, fc.Arbitrary<string>> = {
  "AWS key id": after("AKIA", from(`${LOWER.toUpperCase()}234567`, 16)),
  "AWS secret key": after("aws_secret_access_key = ", mixed(40)),
  GitHub: fc.oneof(after("ghp_", mixed(36)), after("ghs_", mixed(36)), after("github_pat_", mixed(82))),
  GitLab: fc.oneof(after("glpat-", mixed(20)), after("glrt-", mixed(20))),
  Google: fc.oneof(after("AIza", mixed(35)), after("GOCSPX-", mixed(28))),
  Stripe: fc.oneof(after("sk_live_", mixed(24)), after("rk_live_", mixed(24)), after("whsec_", mixed(32))),
  "Hugging Face": after("hf_", mixed(34)),
  Slack: fc.oneof(
    after("xoxb-123456789012-1234567890123-", mixed(24)),
    after("https://hooks.slack.com/services/T0123ABCD/B0123ABCD/", mixed(24)),
  ),
  "JSON web token": dotted("eyJhbGciOiJIUzI1NiJ9.", 40, 43),
  OpenAI: fc.oneof(after("sk-proj-", mixed(48)), after("sk-", mixed(48))),
  Anthropic: after("sk-ant-api03-", mixed(95)),
  npm: fc.oneof(after("npm_", mixed(36)), after("_authToken=", mixed(36))),
  SendGrid: dotted("SG.", 22, 43),
  Vault: after("hvs.", mixed(24)),
  Wardroom: after("wr_8f4c2e61a7b34d5f_", mixed(43)),
  header: fc.oneof(
    after("Authorization: Bearer ", mixed(40)),
    after("authorization: Basic ", mixed(24)),
    after("Bearer ", mixed(24)),
  ),
  login: fc.oneof(
    after("https://user:", mixed(12), "@git.internal/x.git"),
    after("redis://:", mixed(16), "@cache:6379/0"),
  ),
  variable: fc.oneof(
    after("export DB_PASSWORD=", mixed(16)),
    // As a file of settings writes it.
    after("DB_PASSWORD: ", mixed(12)),
    after("CLIENT_SECRET=", from("0123456789abcdef", 64)),
    after("API_TOKEN='", mixed(20), "'"),
  ),
  field: fc.oneof(
    after('"client_secret": "', mixed(24), '"'),
    after("apiKey: '", mixed(24), "'"),
    after("비밀번호: ", mixed(20)),
    after("?access_token=", mixed(30)),
  ),
  "private key": from(ANY, 64).map((line) =>
    ["-----BEGIN RSA PRIVATE", ` KEY-----\n${line}\n${line}\n-----END RSA PRIVATE KEY-----`].join(""),
  ),
};
const secret = fc.oneof(...Object.values(SECRETS));
const before = fc.constantFrom(
  "",
  "see ",
  "키는",
  "- [Finding] `",
  '"',
  "'",
  "(",
  "> ",
  "a\n\n",
  "\t",
  "그래서 ",
  "「",
  "* ",
);
const behind = fc.constantFrom("", " ends", "입니다", "`", '"', "'", ")", ".", ", and", "\r\nb", "」", "\n");

test.each(Object.entries(SECRETS))("%s is found wherever it stands, and nothing of it is told", (_, kind) => {
  fc.assert(
    fc.property(before, kind, behind, (head, text, tail) => {
      const all = head + text + tail;
      expect(findSecrets(all).length, all).toBeGreaterThan(0);
      const told = withholdSecrets(all);
      expect(told).toContain("held back: it looks like a secret");
      for (const line of text.split("\n")) expect(told, all).not.toContain(line);
      expect(findSecrets(told)).toEqual([]);
    }),
  );
});

test("what stands around a secret's lines is told as it is, and each place is where it stands", () => {
  const lines = fc.array(fc.constantFrom("plain", "", "- [Decision] so", "한글 \u200B 줄", "%41 Ж"), { maxLength: 5 });
  fc.assert(
    fc.property(lines, secret, lines, (head, text, tail) => {
      const told = withholdSecrets([...head, `x ${text}`, ...tail].join("\n"), 0).split("\n");
      expect(told.slice(0, head.length)).toEqual(head);
      expect(told[head.length]).toMatch(new RegExp(`^\\[line ${head.length + 1} is held back`));
      expect(told.slice(told.length - tail.length)).toEqual(tail);
      expect(told).toHaveLength(head.length + 1 + tail.length);
    }),
  );
});

test("nothing that cannot be seen, looks alike or is written as in an address hides one", () => {
  const hide: ((text: string) => string)[] = [
    (text) => text.replace(/./, "$&\u200B"),
    (text) => [...text].join("\u2060"),
    (text) => text.replace(/p/, "\u0440").replace(/A/, "\u0410"),
    (text) =>
      [...text].map((sign) => (/[!-~]/.test(sign) ? String.fromCodePoint(sign.charCodeAt(0) + 0xfee0) : sign)).join(""),
    (text) => text.replace(/[-_:=]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`),
  ];
  const one = fc.oneof(
    ...["GitHub", "GitLab", "AWS key id", "Google", "variable", "login"].map((kind) => SECRETS[kind] ?? secret),
  );
  fc.assert(
    fc.property(one, fc.constantFrom(...hide), (text, hidden) => {
      expect(findSecrets(`see ${hidden(text)}`), hidden(text)).not.toEqual([]);
    }),
  );
});

test.each([
  ...[
    "eyJ",
    "eyJaaaaaaaaaa.",
    "://a:",
    "://",
    "=",
    "token=",
    "token='",
    "Bearer ",
    "authorization: ",
    "%41",
    "\u200B",
    "ghp_",
    "sk-",
    "A1-",
  ],
  ...[
    "password: ",
    "-----BEGIN PRIVATE KEY-----\n",
    `-----BEGIN PRIVATE KEY-----\n${"A".repeat(40)}\n`,
    "SG.",
    "xoxb-",
    "wr_",
    "a",
    "a-",
    "--",
  ],
])("a text that repeats %j is looked through in time that grows with its length", (part) => {
  const repeated = part.repeat(100_000 / part.length);
  for (const head of ["", "DB_PASSWORD=a", "Authorization: Bearer a"])
    withholdSecrets(`${head}${repeated}!\n${repeated}`);
});

describe("what is no secret", () => {
  const hex = (length: number) => from("0123456789abcdef", length);
  const uuid = fc.uuid();
  const named = fc.constantFrom(
    "",
    "token: ",
    "secret ",
    '"token": "',
    "commit ",
    "sha256:",
    "etag=",
    "key: ",
    "the token's hash is ",
    "`",
    "(",
  );
  test("hashes, ids of commits and UUIDs are none", () => {
    fc.assert(
      fc.property(named, fc.oneof(hex(40), hex(64), hex(7), hex(12), uuid), behind, (head, text, tail) => {
        expect(findSecrets(head + text + tail)).toEqual([]);
      }),
    );
  });

  test("placeholders are none, whatever they are given to", () => {
    const names = fc.constantFrom(
      "DB_PASSWORD=",
      "password: ",
      "Authorization: Bearer ",
      "token=",
      '"apiKey": "',
      "//user:",
    );
    const stands = [
      "<token>",
      "$DB_PASSWORD",
      "${TOKEN}",
      "{{ token }}",
      "changeme",
      "change-me-please",
      "xxxxxxxxxxxx",
    ];
    stands.push(
      "************",
      "…",
      "...",
      "your-token-here",
      "%TOKEN%",
      "password",
      "my-secret",
      "REDACTED",
      "example-token-1234",
    );
    const code = ["process.env.DB_PASSWORD", "readToken(file)", "/run/secrets/db_password2", "2026-11-28T10:00:00Z"];
    fc.assert(
      fc.property(names, fc.constantFrom(...stands, ...code), behind, (name, value, tail) => {
        const login = code.includes(value) ? "" : "@host/x";
        expect(findSecrets(`${name}${value}${name.includes("//") ? login : ""}${tail}`)).toEqual([]);
      }),
    );
  });

  test.each([
    "the ledger refuses a batch with two currencies (src/ledger/batch-of-several-currencies.ts:14)",
    "see https://example.org/wiki/Ledger#a-rather-long-anchor, https://registry:4873/@scope/name, ssh://git@host:22/a",
    "postgres://postgres:postgres@localhost:5432/test, mongodb://user:password@db/x",
    "password: argon2id, token: HS256-signed, secret: base64-encoded, api key: x-api-key",
    "tokens: 4032, token=implementer-1, const token = readToken(data); `secret: string`",
    "expires 2026-11-28T10:00:00Z, version v2.1.0-beta.3, WARDROOM_SECRET=$(openssl rand -hex 32)",
    "the file begins with `-----BEGIN PRIVATE KEY-----`, then base64, then -----END PRIVATE KEY-----",
    "AKIAIOSFODNN7EXAMPLE stands in the manual; sk_live_… and glpat-<token> are forms; Bearer tokens are checked",
    "the prefix ghp_ or xoxb- says what a token is; hf_ too; keys sk-some-kebab-case-name-of-a-file",
    "비밀번호는 금고에 있습니다. 토큰: 담당자에게 물어보세요. password=<비밀번호>",
    "customer:0123456789abcdefAAAA is cut to 24 signs; sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= is an integrity",
  ])("a line such as %s", (line) => {
    expect(findSecrets(`- [Finding] ${line}`)).toEqual([]);
  });
});
