import { AppError } from "@/lib/core/errors";

/** A command an observer gives in a dialogue. Source: knowledge, "Observer Commands". */
export type TeamCommand =
  | { name: "load"; id: string }
  | { name: "unload"; id: string }
  | { name: "knowledge" }
  | { name: "reload" }
  /** `checkpoint` names one by its file or its number; null takes the newest good one. */
  | { name: "resume"; checkpoint: string | null };

/** How each is written, for hints. */
const FORMS: Record<TeamCommand["name"], string> = {
  load: "*load: {knowledge-id}",
  unload: "*unload: {knowledge-id}",
  knowledge: "*knowledge",
  resume: "*resume",
  reload: "*reload",
};

/**
 * Reads a command: case and spaces do not matter, the colon may be left out or be a wide one, quotes or brackets around the id go.
 * Anything else is invalid_input that says how commands are written.
 */
export function parseTeamCommand(text: string): TeamCommand {
  const match = COMMAND.exec(text.normalize("NFC"));
  if (match === null) throw invalid(`${quoted(text)} is not a command.`);
  const [, word = "", rest = ""] = match;
  const name = word.toLowerCase();
  if (!isName(name)) throw invalid(`There is no command *${word}.`);
  if (name === "load" || name === "unload") return { name, id: parseKnowledgeId(name, rest) };
  const argument = bare(rest);
  if (name === "resume") return { name, checkpoint: argument === "" ? null : argument };
  if (argument !== "") throw invalid(`*${name} stands alone, without ${quoted(argument)}.`, FORMS[name]);
  return { name };
}

/** The id that stands behind `*load` or `*unload`, as `parseTeamCommand` reads it. Throws what it throws. */
export function parseKnowledgeId(name: "load" | "unload", written: string): string {
  const id = bare(written.normalize("NFC").trim());
  if (id === "") throw invalid(`*${name} does not say which knowledge.`, FORMS[name]);
  if (/[,;\r\n]/.test(id)) throw invalid(`*${name} takes one id at a time, not ${quoted(id)}.`, FORMS[name]); // a, b
  return id;
}

/** Example: `*load: owasp-top-10`, ` * LOAD owasp-top-10 `. */
const COMMAND = /^\s*[*＊]\s*([\p{L}-]+)\s*[:：]?\s*(.*?)\s*$/su;

/** Example: `"owasp-top-10"`, `{owasp-top-10}`. */
const WRAPPED = /^(?:"([^"]*)"|'([^']*)'|`([^`]*)`|\{([^}]*)\}|\[([^\]]*)\])$/;

function bare(argument: string): string {
  return argument.replace(WRAPPED, "$1$2$3$4$5").trim();
}

function isName(word: string): word is TeamCommand["name"] {
  return Object.hasOwn(FORMS, word);
}

function quoted(text: string): string {
  return JSON.stringify(text.trim().slice(0, 80));
}

function invalid(message: string, form?: string): AppError {
  const hint = form === undefined ? `Commands: ${Object.values(FORMS).join(", ")}.` : `Write ${form}.`;
  return new AppError("invalid_input", message, { hint, errors: [{ path: "command", message }] });
}
