import { agentDefinitions } from "@/lib/core/protocol/agent-definitions";
import { AppError } from "@/lib/core/errors";
import { readFrontMatter } from "@/lib/core/markdown/front-matter";

/**
 * What every agent of a project is told of working in a team. Each line costs every agent at every start, so a test holds it
 * to its tokens; the rest is in `wardroom help`.
 */
export const PROTOCOL_SECTION = `## Working in a team with Wardroom

In \`.agent/teams/\`, edit only your own section; never write TEAM-MEMORY.md whole.

- Where hooks show you what is new, read no inbox but to wait; else \`wardroom inbox <role>\` before each step. To wait: \`--wait 55\`.
- Apply each version of the context, then \`wardroom context ack <role>\`; to ask, add \`--unclear "§Section.key" "<question>"\`.
  After a compaction: \`wardroom context lost <role>\`.
- \`wardroom say <role> <tag> "<text>"\` with file or number, in a call of its own before long work. Tags: Finding, Pattern,
  Decision, Warning, Dependency, Conflict, Question; the last two block the gate.
- How far you are is no memory: \`wardroom state <role> "…"\`. What nobody else need do: \`wardroom claim <role> "…"\`.
- First \`wardroom memory start <agent>\`, last \`wardroom memory close <agent> --summary "…" --outcome "…"\`.
- When refused, do what \`hint:\` says. The rest: \`wardroom help\`.
`;

export const BEGIN_MARK = "<!-- wardroom:begin -->";

const OURS = { begin: BEGIN_MARK, end: "<!-- wardroom:end -->" };

/** Around what teams have learnt, which stays when our section is renewed. */
const LEARNT = { begin: "<!-- wardroom:learnt -->", end: "<!-- wardroom:learnt:end -->" };

/** A fence of a code block and what may stand before it. Example: "   ```sh". */
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** So much of such a text some clients read, and nothing of what comes later: Codex, by default. Bytes. */
const READ = 32_768;

/**
 * A text with our section in it: between its marks where they stand, else after everything else, or before it where the end is not
 * read. All other bytes stay as
 * they are, line ends of the text are used, and a text that has the section already is returned unchanged. Throws `conflict`
 * naming the line when the marks are not one pair, or the text ends within a code block.
 *
 * @param name what the text is called in errors, such as `CLAUDE.md`
 */
export function putMarkedSection(text: string, section: string, name: string, around = OURS): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const block = [around.begin, section.trimEnd(), around.end].join("\n").replaceAll("\n", newline);
  const { marks, open } = findMarks(text, around);
  if (marks.length === 0 && open !== null) {
    throw new AppError("conflict", `${name} ends within the code block that begins on line ${open}.`, {
      hint: "End the code block with its fence; what is added after it would be part of it.",
    });
  }
  if (marks.length === 0) {
    const after = text + separator(text, newline) + block + newline;
    return bytesOf(after) <= READ ? after : putOnTop(text, block, newline);
  }
  const [begin, end] = marks;
  if (begin?.kind !== "begin" || end?.kind !== "end" || marks.length > 2) {
    throw new AppError(
      "conflict",
      `The marks of Wardroom's section in ${name} are no pair: see line ${lineOf(marks, text)}.`,
      {
        hint: `Leave one line ${around.begin} and below it one line ${around.end}, or remove both with all between.`,
      },
    );
  }
  const [before, after] = [text.slice(0, begin.start), text.slice(end.end)];
  // What grew above it since may have moved it out of what is read.
  return bytesOf(before + block) <= READ ? before + block + after : putOnTop(before + after, block, newline);
}

/**
 * A text of instructions with these lines, each a bullet, below what teams learnt before. All other bytes stay as they are: something is
 * inserted in one place. Throws as `putMarkedSection` does.
 */
export function putLearnt(text: string, lines: readonly string[], name: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const bullets = lines.map((line) => `- ${line}${newline}`).join("");
  const [begin, end, other] = findMarks(text, LEARNT).marks;
  if (begin?.kind === "begin" && end?.kind === "end" && other === undefined)
    return text.slice(0, end.start) + bullets + text.slice(end.start);
  return putMarkedSection(text, `## What teams learnt${newline}${newline}${bullets}`, name, LEARNT);
}

/** A text of instructions with blank lines in place of our section. */
export function blankProtocol(text: string): string {
  const [begin, end] = findMarks(text).marks;
  if (begin?.kind !== "begin" || end?.kind !== "end") return text;
  const blank = text.slice(begin.start, end.end).replace(/[^\n]+/g, "");
  return text.slice(0, begin.start) + blank + text.slice(end.end);
}

function putOnTop(text: string, block: string, newline: string): string {
  const start = readFrontMatter(text).frontMatter?.bodyStart ?? (text.startsWith("\uFEFF") ? 1 : 0);
  return text.slice(0, start) + block + newline + newline + text.slice(start);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** What is to be said of a text of which some clients read no more than the beginning; null of one that they read whole. */
export function sayReading(name: string, text: string): { detail: string; isRead: boolean } | null {
  const size = bytesOf(text);
  if (size <= READ) return null;
  const end = findMarks(text).marks.at(-1)?.end;
  const isRead = end !== undefined && bytesOf(text.slice(0, end)) <= READ;
  const where = isRead ? "stands in them" : "does not stand in them";
  const detail = `${name} has ${Math.ceil(size / 1024)} KiB, of which Codex reads the first 32; Wardroom's section ${where}.`;
  return { detail, isRead };
}

/** Whether a text has a mark of our section. */
function hasMark(text: string): boolean {
  return findMarks(text).marks.length > 0;
}

interface Mark {
  kind: "begin" | "end";
  /** Offsets of the mark itself, without its line end. */
  start: number;
  end: number;
}

/** The marks that stand alone on a line, outside of code blocks; and the line of a code block that is not ended. */
function findMarks(text: string, around = OURS): { marks: Mark[]; open: number | null } {
  const marks: Mark[] = [];
  let fence: string | null = null;
  let open = 0;
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const content = line.replace(/^\uFEFF/, "").trimEnd();
    const found = FENCE.exec(content)?.[1];
    if (fence === null && found !== undefined) {
      fence = found;
      open = index + 1;
    } else if (fence !== null && found?.startsWith(fence) === true && content.trim() === found) fence = null;
    else if (fence === null && (content === around.begin || content === around.end)) {
      const from = start + line.indexOf(content);
      marks.push({ kind: content === around.begin ? "begin" : "end", start: from, end: from + content.length });
    }
    start += line.length + 1;
  }
  return { marks, open: fence === null ? null : open };
}

function lineOf(marks: Mark[], text: string): number {
  const wrong = marks.find(({ kind }, index) => index > 1 || kind !== (index === 0 ? "begin" : "end")) ?? marks[0];
  return text.slice(0, wrong?.start).split("\n").length;
}

/** What has to stand between the text and the section: an empty line, and nothing before the first. */
function separator(text: string, newline: string): string {
  if (text === "" || text === "\uFEFF" || /(^|\n)\r?\n$/.test(text)) return ""; // "# Title\n\n"
  return text.endsWith("\n") ? newline : newline + newline;
}

/** The folders that no repository should hold: what agents learn on one machine, and a database with the owner's token. */
const FOLDERS = [".kaizen", ".wardroom"];

/** What git leaves alone of sessions: all but the records of gates, which are committed. */
const SESSIONS = [".agent/teams/*/*", "!.agent/teams/*/phase-*/"];

/**
 * A .gitignore in which `.kaizen/`, `.wardroom/` and the sessions' files are ignored; a folder that it ignores already, or takes back on purpose, gets
 * no second line.
 */
export function putIgnoreLines(text: string): string {
  const lines = FOLDERS.reduce(putIgnoreLine, text);
  return lines.includes(".agent/") ? lines : SESSIONS.reduce(addLine, lines);
}

function putIgnoreLine(text: string, folder: string): string {
  const lines = text.split(/\r?\n/);
  if (lines.some((line) => isAbout(line, folder))) return text;
  return addLine(text, `${folder}/`);
}

function addLine(text: string, line: string): string {
  const newline = /\r?\n/.exec(text)?.[0] ?? "\n"; // the first line's end
  const before = text === "" || text.endsWith("\n") ? "" : newline;
  return `${text}${before}${line}${newline}`;
}

/** Example: `/.kaizen/`, `**\/.kaizen`, `.kaizen/**`, `!.kaizen`. */
function isAbout(line: string, folder: string): boolean {
  if (line.startsWith(`!${folder}`) || line.startsWith(`!/${folder}`)) return true;
  const ignored = line.trimEnd().replace(/^(\*\*\/|\/)/, ""); // **/
  return ["", "/", "/*", "/**"].some((end) => ignored === folder + end);
}

/** A file as it is and as it would be. `before` null is one that is not there; equal texts are one that stays. */
export interface PlannedFile {
  path: string;
  before: string | null;
  after: string;
}

/** What of the project matters: the text of a file by its path, null where there is none. */
interface Present {
  read: (path: string) => string | null;
  /** Whether git keeps this project. */
  isRepository: boolean;
}

export interface InitChoice {
  protocol: boolean;
  /** The file for the protocol, where it is to be another than we would take. */
  file?: string | undefined;
  agents: boolean;
  /** Who the definitions are for; undefined where no session is meant. */
  roles?: readonly string[] | undefined;
  gitignore: boolean;
}

/** A line that takes another file in. Example: `@AGENTS.md`, `See @./AGENTS.md for rules`. */
const TAKES_AGENTS_IN = /(^|\s)@(\.\/)?AGENTS\.md\b/;

/**
 * Every file that tells agents how to work in a team, in the order it is shown. A definition that is there is the project's own and
 * stays as it is.
 */
export function planInit(present: Present, choice: InitChoice): PlannedFile[] {
  const place = choice.file ?? chooseFile(present);
  const plan: PlannedFile[] = [];
  const put = (path: string, section: string) =>
    plan.push(change(present, path, (text) => putMarkedSection(text, section, path)));
  if (choice.protocol) {
    put(place, PROTOCOL_SECTION);
    // Claude Code reads no AGENTS.md but through its own file.
    if (place === "AGENTS.md" && !TAKES_AGENTS_IN.test(present.read("CLAUDE.md") ?? "")) put("CLAUDE.md", "@AGENTS.md");
  }
  if (choice.agents) {
    for (const { path, text } of agentDefinitions(choice.roles))
      plan.push(change(present, path, (own) => (own === "" ? text : own)));
  }
  const keeps = present.isRepository || present.read(".gitignore") !== null;
  if (choice.gitignore && keeps) plan.push(change(present, ".gitignore", putIgnoreLines));
  return plan;
}

/** Where agents read the protocol: what they read already, without reading it twice. */
export function chooseFile({ read }: Pick<Present, "read">): string {
  const [claude, agents] = [read("CLAUDE.md"), read("AGENTS.md")];
  // Where it was put before, although another file has come since.
  if (agents !== null && hasMark(agents) && !(claude !== null && hasMark(claude))) return "AGENTS.md";
  if (claude !== null && agents !== null) return TAKES_AGENTS_IN.test(claude) ? "AGENTS.md" : "CLAUDE.md";
  return claude === null ? "AGENTS.md" : "CLAUDE.md";
}

function change({ read }: Present, path: string, edit: (text: string) => string): PlannedFile {
  const before = read(path);
  return { path, before, after: edit(before ?? "") };
}
