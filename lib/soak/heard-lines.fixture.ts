import { isDocumentFile, findShut } from "@/lib/core/places/our-files";
import type { Tree } from "@/lib/soak/awkward-files.fixture";

/** Hears an answer: what was asked, such as an address or a command, and what came. */
export type Hear = (asked: string, answer: string) => void;

/** Documents of one session, agent or team; what is asked about them names it. */
const OF_ONE = /^\.agent\/teams\/([^/]+)\/|^\.kaizen\/agents\/([^/]+)\/|^\.microai\/agents\/teams\/([^/]+)\//;

/** Documents with views of their own: these show each line, also where nobody asks for the file. */
const HAS_VIEW =
  /\/(?:TEAM-MEMORY\.md|global-context\.md|phase-\d+\/gate-record\.yaml)$|^\.kaizen\/agents\/[^/]+\/memory\.md$/;

/** What answers with any file as it is. */
const FILE_DOOR = /\/files\/text\?|^file show /;

/** What was answered, and which lines of the files are in none of it. */
export class HeardLines {
  /** So many answers were heard. */
  get count(): number {
    return this.#answers.length;
  }

  readonly #answers: { asked: string; words: string }[] = [];

  readonly hear: Hear = (asked, answer) => {
    this.#answers.push({ asked, words: textOf(answer) });
  };

  /** The lines of documents that no answer about their session, agent or team shows. */
  compare(tree: Tree): { seen: number; missing: string[] } {
    const missing: string[] = [];
    let seen = 0;
    const known = new Map<string, string>();
    for (const [path, content] of tree) {
      const [, session, agent, team] = OF_ONE.exec(path) ?? [];
      const owner = session ?? agent ?? team;
      // Of what is none of ours the doors say just that.
      if (!isDocumentFile(path) || findShut(path) !== null) continue;
      const key = `${HAS_VIEW.test(path)} ${owner}`;
      const answers = known.get(key) ?? this.#about(owner, HAS_VIEW.test(path));
      known.set(key, answers);
      for (const line of linesOf(content)) {
        if (runsOf(line).every((run) => answers.includes(run))) seen++;
        else missing.push(`${path}: ${line.slice(0, 200)}`);
      }
    }
    return { seen, missing };
  }

  #about(owner: string | undefined, hasView: boolean): string {
    const about = this.#answers.filter(
      ({ asked }) => (owner === undefined || asked.includes(owner)) && !(hasView && FILE_DOOR.test(asked)),
    );
    return [...new Set(about.map(({ words }) => words))].join("\n");
  }
}

/** The lines of a document that say something, as Wardroom decodes it. */
function linesOf(content: string | Buffer): string[] {
  return content
    .toString()
    .split(/\r\n|\r|\n/)
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** The words of a line between its marks, each run of which has to be found as it stands. */
function runsOf(line: string): string[] {
  return line.split(/[^\p{L}\p{N}\s]+/u).flatMap((run) => {
    const words = run.replaceAll(/\s+/gu, " ").trim();
    return words === "" ? [] : [words];
  });
}

/** The words of an answer: of JSON its keys and values, else the text itself. */
function textOf(answer: string): string {
  const parts: string[] = [];
  const collect = (value: unknown) => {
    if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        parts.push(key);
        collect(part);
      }
    } else parts.push(String(value));
  };
  try {
    collect(JSON.parse(answer));
  } catch {
    parts.push(answer);
  }
  return parts.join("\n").replaceAll(/\s+/gu, " ");
}
