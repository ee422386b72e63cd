import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Folders with what people read on a screen. */
const FOLDERS = ["app", "components", "lib/client", "lib/core"];

/** What says a sentence, or writes one down: their first argument is its English. */
const SPEAKERS = ["say", "sayParts", "sentence"];

/** Attributes that people read, or hear. */
const READ = /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|hint|description)$/;

/** What is typed or run, and is the same in every language. */
const CODE = ["code", "kbd", "pre", "Kbd"];

/** Classes of style, and what tests share. */
const NOT_SHOWN = /^components\/(ui\/select-look|memory\/fixtures)/;

/** What the core says of errors stays English, as agents read it too. */
const ON_SCREEN = /^(app|components)\//;

/** Properties of what is offered and told, such as actions and toasts. */
const READ_PROPERTY = /^(label|title|failed|detail|hint|heading|countLabel)$/;

const MESSAGE = /\{\w+[,}]|<\w+>/;

/** Names, and what is typed: the same in every language. */
const NAMES = /^\W*(Wardroom|API|GC-v|TEAM-MEMORY\.md|NONE|load: owasp-top-10)?\W*$/;

export interface Found {
  /** Each sentence with where it is first said, and whether it is a message with values. */
  sentences: Map<string, { at: string; isMessage: boolean }>;
  /** Where a sentence stands that is said to nobody's language. */
  bare: string[];
  /** Where a message is said without values, or values are given to what is none. */
  unfit: string[];
}

/** Every sentence in the code of the dashboard, and every text of an element that is not one. */
export async function findSentences(): Promise<Found> {
  const found: Found = { sentences: new Map(), bare: [], unfit: [] };
  for (const folder of FOLDERS) {
    const entries = await readdir(path.join(ROOT, folder), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && /(?<!\.(?:test|fixture|arbitrary))\.tsx?$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.sort()) {
      const name = path.relative(ROOT, file);
      if (!NOT_SHOWN.test(name))
        lookThrough(ts.createSourceFile(name, await readFile(file, "utf8"), ts.ScriptTarget.Latest, true), found);
    }
  }
  return found;
}

function lookThrough(file: ts.SourceFile, { sentences, bare, unfit }: Found): void {
  const placeOf = (node: ts.Node) =>
    `${file.fileName}:${String(file.getLineAndCharacterOfPosition(node.getStart()).line + 1)}`;
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && SPEAKERS.includes(node.expression.getText())) {
      const [text, values] = node.arguments;
      if (text !== undefined && ts.isStringLiteralLike(text)) {
        const isMessage = MESSAGE.test(text.text);
        sentences.set(text.text, { at: placeOf(node), isMessage });
        if (node.expression.getText() !== "sentence" && isMessage !== (values !== undefined))
          unfit.push(`${placeOf(node)} ${text.text}`);
      }
    }
    if (ts.isJsxText(node) && !isInCode(node) && !NAMES.test(node.text))
      bare.push(`${placeOf(node)} ${node.text.trim()}`);
    if (
      ts.isJsxAttribute(node) &&
      READ.test(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer)
    ) {
      if (!NAMES.test(node.initializer.text) && !/^https?:/.test(node.initializer.text))
        bare.push(`${placeOf(node)} ${node.getText()}`);
    }
    if (
      ON_SCREEN.test(file.fileName) &&
      ts.isPropertyAssignment(node) &&
      READ_PROPERTY.test(node.name.getText()) &&
      isBareText(node.initializer)
    ) {
      bare.push(`${placeOf(node)} ${node.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** A text with words of its own between what is put into it. */
function isBareText(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node)) return !NAMES.test(node.text);
  if (!ts.isTemplateExpression(node)) return false;
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].some(({ text }) => /[a-z]{3}/i.test(text));
}

function isInCode({ parent }: ts.JsxText): boolean {
  return ts.isJsxElement(parent) && CODE.includes(parent.openingElement.tagName.getText());
}
