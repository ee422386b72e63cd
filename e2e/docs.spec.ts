import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { root } from "../scripts/run.mjs";
import { blocksOf, linesOf, makeHome, type Home } from "./shell";

/** In the order in which they are run, in one project. */
const DOCS = ["agents", "command-line", "knowledge", "operations", "rest", "reliability"];

/** What is not run as it stands, and why. */
const EXCEPTED: readonly [RegExp, string][] = [
  [/^npm (?:link|install)|^useradd|^source /, "it changes the machine or the shell one types in"],
  [/^npm run soak/, "it takes hours; lib/soak runs its short forms"],
  [/^WARDROOM_ROLE=\S+ (?:claude|codex)$|^claude /, "it needs that client and an account"],
  [
    /^docker|^umask|^cat > \.env|^END$|haproxy/,
    "it needs Docker or a proxy; e2e/half-closed and scripts/postgresql try those",
  ],
  [/^pg_(?:dump|restore)|^dropdb/, "it needs PostgreSQL's own programs; e2e/compose restores what was dumped"],
  [/^wardroom (?:serve|mcp)\b|--wait 55$/, "it goes on until it is stopped; e2e/start and lib/cli/mcp-command try it"],
  [/wardroom\.example\.org|db\.example\.org/, "that is another machine's; e2e/replica and lib/services/history try it"],
  [/^wardroom (?:restore|import) \S*\/|^wardroom import/, "it wants the server stopped; README's are run so"],
  [/^wardroom run move|^wardroom adopt/, "it wants a conversation of a client; lib/services/inbox has them"],
  [/^wardroom session finish/, "what stands below it goes on in that session"],
  [/events\/stream/, "it goes on until it is stopped; e2e/live tries it"],
  [/^wardroom gate (?:open|show)/, "the calls above it opened that gate already; lib/cli/commands/gate runs them"],
  [/conclude/, "a gate is concluded once what blocks it is settled; e2e/context does it"],
];
/** Settings and variables by themselves. */
const VARIABLE = /^[A-Z_0-9]+=(?:\$\(.*\)|\S*)$/;

let home: Home;
test.beforeAll(async () => {
  home = await makeHome(["shop"]);
});
test.afterAll(() => home.remove());

test("each command of the documents does what it says, in order", async () => {
  const project = path.join(home.folder, "projects/shop");
  const run = async (line: string, folder = project) => {
    const { code, output } = await home.run(line, folder);
    expect.soft(code, `${line}\n${output}`).toBe(0);
    expect.soft(output, line).not.toMatch(/"status":[45]\d\d,/);
    return output;
  };
  const excepted = new Set<RegExp>();
  let url = "";
  for (const doc of DOCS) {
    const variables: string[] = [];
    let last = "";
    for (const line of blocksOf(await readFile(path.join(root, "docs", `${doc}.md`), "utf8"), "sh").flatMap(linesOf)) {
      const exception = EXCEPTED.find(([words]) => words.test(line));
      if (exception !== undefined) excepted.add(exception[0]);
      if (exception !== undefined || line.startsWith("cd ")) continue;
      // What a reader takes from the answer before.
      const id =
        /"token":"([^"]+)"/.exec(last)?.[1] ?? /\b[0-9a-f]{8}-[0-9a-f-]{27}\b|\b[0-9a-f]{12,16}\b/.exec(last)?.[0];
      const typed = line
        .replaceAll("http://127.0.0.1:4100", url)
        .replace("/mnt/backups", home.folder)
        .replace(/<(?:id|gate)>|wr_…|(?<==)…$/, id ?? "");
      if (VARIABLE.test(typed)) variables.push(typed);
      else
        last = await run(
          [...(doc === "rest" ? variables : []), typed].join("; "),
          doc === "rest" ? home.folder : project,
        );
      url ||= await urlIn(home.folder);
    }
    await home.run("wardroom session delete checkout --yes", project);
  }
  expect(EXCEPTED.filter(([words]) => !excepted.has(words)).map(String)).toEqual([]);
});

/** The address of the server that `up` started. */
async function urlIn(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, ".wardroom/server.json"), "utf8").catch(() => '{"url":""}');
  return (JSON.parse(text) as { url: string }).url;
}
