import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

/** A command that somebody is told to run, and where. */
export interface ToldCommand {
  place: string;
  command: string;
}

/** Where sentences for people and agents are written. */
const FOLDERS = ["lib", "plugin", "docs"];

/** Texts that speak of the command without telling anybody to run it. */
const NOT_TOLD = ["lib/services/commit/witness.ts", "lib/db/seals.ts", "lib/cli/completion/"];

/** What is typed for a value that a sentence leaves open. */
const VALUE = "1";

/** Every `wardroom …` in the texts of the product: in its sources, what agents are given, and the documentation. */
export async function toldCommands(): Promise<ToldCommand[]> {
  const found: ToldCommand[] = [];
  const add = (place: string, text: string) => {
    for (const command of commandsIn(text)) found.push({ place, command });
  };
  for (const folder of FOLDERS)
    for (const file of await readdir(join(PROJECT, folder), { recursive: true })) {
      const place = `${folder}/${file}`;
      if (/\.(test|fixture|arbitrary)\.ts$|\/(generated|testing|soak|decisions)\//.test(place)) continue;
      if (NOT_TOLD.some((each) => place.startsWith(each))) continue;
      if (place.endsWith(".ts")) for (const text of await textsOf(place)) add(place, text);
      if (place.endsWith(".md")) for (const text of codeOf(place, await read(place))) add(place, text);
    }
  for (const text of codeOf("README.md", await read("README.md"))) add("README.md", text);
  return found;
}

const read = (place: string) => readFile(join(PROJECT, place), "utf8");

/** The literal texts of a source, a value standing for what is put into them. */
async function textsOf(place: string): Promise<string[]> {
  const texts: string[] = [];
  const source = ts.createSourceFile(place, await read(place), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) texts.push(node.text);
    if (ts.isTemplateExpression(node))
      texts.push(node.templateSpans.reduce((text, { literal }) => filled(text) + literal.text, node.head.text));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** A value behind a text. Behind the words of a command it brings its own blank. */
function filled(text: string): string {
  return /wardroom(?: [a-z]+)+$/.test(text) ? `${text} ${VALUE}` : text + VALUE;
}

/** What stands in blocks of code, and in what agents are given in backticks too. */
function codeOf(place: string, markdown: string): string[] {
  const block = /^( *)```\w+\n([^]*?)^\1```/gm;
  const blocks = [...markdown.matchAll(block)].map(([, , code = ""]) => code.replaceAll(/ # .*$/gm, ""));
  if (!place.startsWith("plugin/")) return blocks;
  const inline = [...markdown.replaceAll(block, "").matchAll(/`([^`]+)`/g)];
  return [...blocks, ...inline.map(([, code = ""]) => code.replaceAll("\n", " "))];
}

/** The commands of a text: each from `wardroom` to where its sentence, its quotes or its line ends. */
export function commandsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./@-])wardroom (?=[a-z-])/g)].flatMap(({ index }) => {
    const words = wordsOf(text.slice(index));
    return words.length < 2 ? [] : [words.join(" ")];
  });
}

/** Words as a shell takes them, up to a sign that ends a command in a sentence. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  const word = /[ \t]*("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|<[^>\n]*>|\[[^\]\n]*\]|[^\s"'`|&#;,()]+)/y; // "two words", <role>, --json
  for (let match = word.exec(text); match !== null; match = word.exec(text)) {
    const [, raw = ""] = match;
    const bare = raw === "." ? raw : raw.replace(/[.:?!]+$/, "");
    if (raw.startsWith("[")) continue;
    if (bare === "<" || bare === ">" || bare === "·" || bare === "") break;
    words.push(bare.startsWith("<") || bare === "…" ? VALUE : bare);
    if (bare !== raw || /^[.,;:)`]/.test(text.slice(word.lastIndex))) break;
  }
  return words;
}
