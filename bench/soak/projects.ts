import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { awkwardTree, putTree, type Tree } from "@/lib/soak/awkward-files.fixture";
import { fault } from "@/lib/soak/fault.fixture";
import { runOn } from "@/lib/soak/fuzz-command.fixture";
import { HeardLines, type Hear } from "@/lib/soak/heard-lines.fixture";
import { openAddress } from "@/lib/soak/open-address.fixture";
import { OWNER_TOKEN, placesIn } from "@/lib/soak/places.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { readByCommand, readOverMcp } from "@/lib/soak/read-by-agents.fixture";
import { namesThere, readOverRest, type Ask, type Names } from "@/lib/soak/read-everything.fixture";
import { pages } from "@/lib/client/paths";
import { signInFor } from "../../e2e/sign-in.mjs";
import { startMeasured } from "./measured-server";
import type { Part } from "./part";

const WORKSPACE = "demo";

/**
 * A project of that many files as people and tools leave them. Everything is read through every door and every link of every page is
 * followed: no answer is a fault of ours, no page is a dead end, each line of each document is in an answer, and no byte is written.
 */
export const projects: Part = {
  name: "projects",
  counts: "files",
  count: 300,
  plants: ["hiding", "writing"],
  run: async ({ count, random, folder, progress, plant }) => {
    const { files, data } = placesIn(folder);
    mkdirSync(files);
    const tree = treeOf(count, random);
    await putTree(files, tree);
    if (plant === "writing") await putTree(files, new Map([[[...tree.keys()][0] ?? "", "written over\n"]]));
    const { server } = await startMeasured(folder);
    const ask: Ask = (address, headers = {}) =>
      fetch(server.url + address, { headers: { authorization: `Bearer ${OWNER_TOKEN}`, ...headers } });
    const terminal = { url: server.url, ownerToken: OWNER_TOKEN, cwd: files, data };
    const heard = new HeardLines();
    let answers = 0;
    const hear: Hear = (asked, answer) => {
      if (++answers % 100 === 0) progress(answers);
      if (plant !== "hiding" || !asked.includes("plan")) heard.hear(asked, answer);
    };
    const names = await namesThere(ask);
    const faults = await readOverRest(ask, names, hear);
    const rest = answers;
    const client = await connect(server.url);
    faults.push(...(await readOverMcp(client, names, hear)));
    const mcp = answers - rest;
    faults.push(...(await readByCommand((argv) => runOn(terminal, argv, OWNER_TOKEN), names, hear)));
    const command = answers - rest - mcp;
    const seen = await followLinks(server, names, faults);
    await server.stop();
    const { seen: lines, missing } = heard.compare(tree);
    faults.push(...missing.map((line) => fault("a line that no answer shows", line)));
    for (const [name, content] of tree) {
      const now = await readFile(path.join(files, name));
      if (!now.equals(Buffer.from(content))) faults.push(fault("bytes were changed", name));
    }
    const did =
      `${tree.size} files of ${names.session.length} sessions, ${names.agent.length} agents, ${names.team.length} teams: ` +
      `${rest} answers of REST, ${mcp} of MCP, ${command} of the command, ${seen} pages; ${lines} lines seen`;
    return { did, faults };
  },
};

function treeOf(count: number, random: Random): Tree {
  for (let size = 1; ; size++) {
    const tree = awkwardTree(random.branch(`size ${size}`), { sessions: 5 * size, agents: 3 * size, teams: 2 * size });
    if (tree.size >= count) return tree;
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({ name: "soak", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const headers = { authorization: `Bearer ${OWNER_TOKEN}`, "x-wardroom-role": "Lead" };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp`), { requestInit: { headers } }));
  return client;
}

/** Opens the pages of everything that is there and every link on each of them; answers how many those were. */
async function followLinks(
  server: { url: string; origin: string; token: string },
  names: Names,
  faults: string[],
): Promise<number> {
  const headers = { cookie: await signInFor(server), host: new URL(server.origin).host };
  const queue = startsOf(names);
  const met = new Set(queue);
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const { status, body } = await openAddress(server.url, address, headers);
    const html = String(body);
    if (status !== 200) faults.push(fault(`a page answered ${status}`, address));
    else if (!/\S/.test(wordsOf(html))) faults.push(fault("a page shows nothing", address));
    for (const [, found = ""] of html.matchAll(/href="(\/demo(?:[/?][^"#]*)?)"/g)) {
      const link = found.replaceAll("&amp;", "&");
      if (met.has(link)) continue;
      met.add(link);
      queue.push(link);
    }
  }
  return met.size;
}

function startsOf({ session, agent, team, teamSession, file }: Names): string[] {
  return [
    ...[pages.overview, pages.agents, pages.knowledge, pages.history, pages.settings].map((page) => page(WORKSPACE)),
    ...session.flatMap((id) => [
      pages.memory(WORKSPACE, id),
      ...["file", "board"].map((view) => `${pages.memory(WORKSPACE, id)}?view=${view}`),
      ...[pages.context, pages.gates, pages.sessionHistory].map((page) => page(WORKSPACE, id)),
    ]),
    ...agent.flatMap((id) => [pages.agent(WORKSPACE, id), pages.agentLine(WORKSPACE, id, 1)]),
    ...team.map((id) => pages.team(WORKSPACE, id)),
    ...[...teamSession].flatMap(([id, sessions]) => sessions.map((each) => pages.teamSession(WORKSPACE, id, each))),
    ...file.map((each) => pages.file(WORKSPACE, each)),
  ];
}

/** What the part of a page says that is its own; of lists whose rows the browser draws, their names. */
function wordsOf(html: string): string {
  const [, own = ""] = /<main\b[^>]*>([^]*)<\/main>/.exec(html) ?? [];
  // What came too late for its place is at the end, to be put there: <div hidden id="S:0">…
  const late = [...html.matchAll(/<div hidden id="S:[^]*?(?=<script)/g)].join(" ");
  const plain = (own + late).replaceAll(/<(script|style)\b[^]*?<\/\1>/g, " ");
  const labels = [...plain.matchAll(/aria-label="([^"]*)"/g)].map(([, label = ""]) => label);
  return [plain.replaceAll(/<[^>]*>/g, " "), ...labels].join(" ");
}
