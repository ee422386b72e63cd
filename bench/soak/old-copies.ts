import path from "node:path";
import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { findLost, itemText } from "@/lib/soak/find-lost.fixture";
import { placesIn } from "@/lib/soak/places.fixture";
import type { Random } from "@/lib/soak/random.fixture";
import { prepareIn } from "@/lib/soak/recorded-life.fixture";
import { startBare } from "./bare-server";
import type { Part } from "./part";

const BASE = "/api/v1/workspaces/demo";
const AGENTS = ["implementer-1", "implementer-2"];
const EDITOR = "Lead";
/** So old is the copy that is saved, and so long may a line be out of the file. Milliseconds. */
const AGE_MS = 1_000;
const AWAY_MS = 1_000;
const EVERY_MS = 200;
/** One save in so many deletes the newest line of its copy, which no text tells from a copy without it. */
const NEWEST = 20;
/** One in so many deletes any other line; the rest leave all sections but the editor's own alone. */
const DELETES = 8;
/** One in so many has no line of its own. */
const BARE = 10;

interface Copy {
  at: number;
  text: string;
}

interface Save {
  at: number;
  text: string;
  /** Sections in which it differs from its copy; all of them where it only deletes. */
  touched: ReadonlySet<string>;
}

interface Said {
  line: string;
  role: string;
  from: number;
}

/**
 * An editor that saves a copy of the memory that is a second old, mostly with a line added and at times with one deleted, beside two agents who never rest. What
 * agents said after the copy was made is out of the file for at most a second, in each section that the save leaves alone; no deletion is undone.
 */
export const oldCopies: Part = {
  name: "old-copies",
  counts: "saves",
  count: 766,
  plants: ["lost", "undone"],
  run: async ({ count, folder, stalls, plant, progress, random }) => {
    await prepareIn(folder);
    const file = path.join(placesIn(folder).files, ".agent/teams/one/TEAM-MEMORY.md");
    const server = await startBare(folder);
    const send = stalls.timed(await server.go());
    const faults: string[] = [];
    const said: Said[] = [];
    const saves: Save[] = [];
    const copies: Copy[] = [];
    const deleted = new Map<string, { at: number; isNewest: boolean }>();
    let isOver = false;

    const agent = async (role: string) => {
      for (let step = 0; !isOver; step++) {
        const line = `${random.below(1e9)} said by ${role}, ${step}`;
        const from = Date.now();
        const reply = await send("POST", `${BASE}/sessions/one/memory/items`, {
          as: role,
          body: { tag: "Finding", text: line },
        });
        if (reply.status === 201) said.push({ line, role, from });
        else if (![404, 503].includes(reply.status)) faults.push(`${reply.status} ${JSON.stringify(reply.body)}`);
        await wait(50);
      }
    };

    const editor = async () => {
      for (let step = 0; step < count;) {
        await wait(EVERY_MS);
        copies.push({ at: Date.now(), text: await readFile(file, "utf8") });
        const copy = copies.findLast(({ at }) => at <= Date.now() - AGE_MS);
        if (copy === undefined) continue;
        while ((copies[0]?.at ?? Infinity) < copy.at) copies.shift();
        const isNewest = step % NEWEST === NEWEST - 1;
        const deletes = isNewest || step % DELETES === 0;
        const line = deletes ? chooseLine(copy.text, deleted, said, isNewest, random) : null;
        const own = step % BARE === BARE - 1 ? null : `- [Decision] ${random.below(1e9)} by hand, ${step}`;
        if (line !== null) deleted.set(line, { at: Date.now(), isNewest });
        const saved = edit(copy.text, deleted, own);
        saves.push({ at: Date.now(), ...saved });
        await writeFile(file, saved.text);
        progress(++step);
      }
    };

    let checks = 0;
    let longest = 0;
    const undone = new Set<string>();
    const away = new Map<string, number>();
    const check = async (isLast: boolean) => {
      const [now, text] = [Date.now(), await readFile(file, "utf8")];
      // Emptied, to be filled at once.
      if (text === "") return;
      checks++;
      const lines = new Set(text.split("\n").map(itemText));
      const isExcused = ({ line, role, from }: Said) =>
        deleted.has(line) ||
        saves.some((save) => save.at >= from && save.touched.has(role) && !save.text.includes(line));
      const wrong = [
        ...said.filter((each) => !lines.has(each.line) && !isExcused(each)).map(({ line }) => line),
        ...[...deleted].filter(([line]) => lines.has(line)).map(([line]) => line),
      ];
      for (const line of [...away.keys()]) if (!wrong.includes(line)) away.delete(line);
      for (const line of wrong) {
        const since = away.get(line) ?? now;
        away.set(line, since);
        const gone = deleted.get(line);
        if (gone === undefined) longest = Math.max(longest, now - since);
        // What this process waited for its own turn says nothing of the server.
        if (now - since <= AWAY_MS + stalls.worst && !isLast) continue;
        if (gone?.isNewest) undone.add(line);
        else if (gone !== undefined) faults.push(`"${line}" was deleted by hand and came back`);
        else faults.push(`"${line}" was said after the copy and is out of the file for ${now - since} ms`);
      }
    };
    const watch = async () => {
      while (!isOver) {
        await check(false);
        await wait(100);
      }
    };

    await Promise.all([...AGENTS.map(agent), watch(), editor().finally(() => (isOver = true))]);
    await wait(3 * AWAY_MS);
    if (plant === "undone") deleted.set(said.at(-1)?.line ?? "", { at: 0, isNewest: false });
    await check(true);
    const lines = said.map(({ line }) => line);
    if (plant === "lost") lines.push("a line that nobody kept");
    const lost = await findLost(send, file, "one", lines);
    faults.push(...lost.map((line) => `"${line}" is in neither file nor history`));
    const own = saves.flatMap(({ text }) => /^(- .* by hand, \d+)$/m.exec(text)?.[1] ?? []);
    const unseen = await findLost(send, file, "one", [...new Set(own)]);
    const integrity = await send("GET", `${BASE}/integrity`);
    if ((integrity.body as { ok?: boolean }).ok !== true) faults.push(JSON.stringify(integrity.body));
    await server.kill();
    const newest = [...deleted.values()].filter(({ isNewest }) => isNewest).length;
    return {
      did:
        `${saves.length} saves, ${said.length} lines of agents, ${checks} looks, out of the file for ${longest} ms at most; ` +
        `${deleted.size} lines deleted, ${newest} of them the newest of their copy, of which ${undone.size} came back; ` +
        `${unseen.length} of the saves' own lines in neither file nor history`,
      faults,
    };
  },
};

/** A line of the copy that is deleted from it, as an item's text; null where it has none yet. */
function chooseLine(
  text: string,
  deleted: ReadonlyMap<string, unknown>,
  said: readonly Said[],
  isNewest: boolean,
  random: Random,
): string | null {
  const there = new Set(text.split("\n").map(itemText));
  const known = said.filter(({ line }) => there.has(line) && !deleted.has(line));
  // What came last may be the newest line of the copy.
  const some = isNewest ? known.slice(-1) : known.slice(0, -4);
  return some.length === 0 ? null : (some[random.below(some.length)]?.line ?? null);
}

/** The copy without the lines that were deleted, and with one in the editor's section. */
function edit(text: string, deleted: ReadonlyMap<string, unknown>, own: string | null): Omit<Save, "at"> {
  const touched = new Set(own === null ? [EDITOR, ...AGENTS] : [EDITOR]);
  let section = "";
  const lines = text.split("\n").filter((line) => {
    section = /^## (.*)$/.exec(line)?.[1] ?? section;
    const isGone = deleted.has(itemText(line));
    if (isGone) touched.add(section);
    return !isGone;
  });
  if (own !== null) lines.splice(lines.indexOf(`## ${EDITOR}`) + 1, 0, own);
  return { text: lines.join("\n"), touched };
}
