import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import ts from "typescript";
import { root } from "./run.mjs";

/** @typedef {{file: string, start: number, end: number, by: string, line: number, text: string, tests: string[][]}} GeneratedFault */

const FOLDERS = ["lib/services", "lib/client", "components"];
/** More of one file tell of that file alone. */
const MOST_OF_A_FILE = 2;
/** Changes nothing where whoever imports the file says it too; the build fails where nobody does. */
const CLIENT = '"use client";';
/** Go through every operation by every door, and by everybody: what a service does wrong shows there where its own tests see nothing. */
const WHOLE_WAY = [["lib/parity/parity.test.ts"], ["lib/api/rights-matrix.test.ts"]];

/** @type {Record<string, string>} */
const OPERATORS = {
  ...{ "===": "!==", "!==": "===", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "&&": "||", "||": "&&", "??": "&&" },
};

/**
 * So many faults, drawn by a seed from all that can be made of the syntax trees of services, client and components: a condition turned
 * round, a statement or an `await` left out, another operator or constant, an early return. The same for the same seed and code. `tests`
 * are those that may find one, the nearest first.
 * @param {number} count @param {number} seed @returns {Promise<GeneratedFault[]>}
 */
export async function generateFaults(count, seed) {
  const files = (await Promise.all(FOLDERS.map(listFiles))).flat().sort();
  const tests = files.filter((file) => /\.test\.tsx?$/.test(file));
  const code = files.filter((file) => !/\.(test|fixture|arbitrary)\.tsx?$/.test(file) && !file.includes("fixtures"));
  const sites = [];
  for (const file of code) sites.push(...sitesIn(file, await readFile(path.join(root, file), "utf8")));
  const random = randomFrom(seed);
  /** @type {Map<string, number>} */
  const drawn = new Map();
  /** @type {GeneratedFault[]} */
  const faults = [];
  while (faults.length < count && sites.length > 0) {
    const [site] = sites.splice(Math.floor(random() * sites.length), 1);
    if (site === undefined || site.text === CLIENT || (drawn.get(site.file) ?? 0) >= MOST_OF_A_FILE) continue;
    drawn.set(site.file, (drawn.get(site.file) ?? 0) + 1);
    faults.push({ ...site, tests: await testsFor(site.file, tests) });
  }
  return faults;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function listFiles(folder) {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  const found = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  return found.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

/** Those that name the file, then those in its folder and below, then the whole way. @param {string} file @param {string[]} tests */
async function testsFor(file, tests) {
  const name = path.basename(file).replace(/\.tsx?$/, "");
  const near = [];
  const far = [];
  for (const test of tests) {
    const text = await readFile(path.join(root, test), "utf8");
    if (text.includes(`/${name}"`)) near.push(test);
    else if (test.startsWith(`${path.dirname(file)}/`)) far.push(test);
  }
  return [near, far, ...(file.startsWith("lib/services/") ? WHOLE_WAY : [])].filter((group) => group.length > 0);
}

/** @param {string} file @param {string} code @returns {Omit<GeneratedFault, "tests">[]} */
function sitesIn(file, code) {
  const source = ts.createSourceFile(
    file,
    code,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  /** @type {Omit<GeneratedFault, "tests">[]} */
  const sites = [];
  /** @param {ts.Node} node @param {string} by @param {number} [start] @param {number} [end] */
  const put = (node, by, start = node.getStart(source), end = node.end) => {
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    sites.push({ file, start, end, by, line, text: code.slice(start, end) });
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIfStatement(node)) put(node.expression, `!(${node.expression.getText(source)})`);
    if (ts.isConditionalExpression(node)) put(node.condition, `!(${node.condition.getText(source)})`);
    if (ts.isExpressionStatement(node)) put(node, ";");
    if (ts.isExpressionStatement(node) && ts.isAwaitExpression(node.expression))
      put(node, `void ${node.expression.expression.getText(source)};`);
    if (ts.isBinaryExpression(node)) {
      const by = OPERATORS[node.operatorToken.getText(source)];
      if (by !== undefined) put(node.operatorToken, by);
    }
    if (ts.isNumericLiteral(node)) put(node, node.text === "0" ? "1" : "0");
    if (node.kind === ts.SyntaxKind.TrueKeyword) put(node, "false");
    if (node.kind === ts.SyntaxKind.FalseKeyword) put(node, "true");
    if (
      ts.isFunctionLike(node) &&
      "body" in node &&
      node.body &&
      ts.isBlock(node.body) &&
      node.body.statements.length > 0 &&
      !ts.isConstructorDeclaration(node)
    ) {
      const start = node.body.getStart(source) + 1;
      put(node.body, " return;", start, start);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

/** Numbers from 0 up to 1, the same for the same seed. @param {number} seed */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
