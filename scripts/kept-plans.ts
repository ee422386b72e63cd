// What Prisma's client takes for its query compiler (build-cli.mjs): the compiler itself is 3 MB of WebAssembly. Starting it and
// compiling a command's queries is most of the time of a short process; a server keeps some 25 MB for it.
import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

interface Compiler {
  compile(query: string): unknown;
  compileBatch(queries: string): unknown;
  free(): void;
}

interface Compiled {
  QueryCompiler: new (options: object) => Compiler;
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

const COMPILER = "@prisma/client/runtime/query_compiler_fast_bg.sqlite";
const KEPT = path.join(path.dirname(fileURLToPath(import.meta.url)), "plans.json");
/** A command has a few dozen kinds of queries, and all of them a few hundred. */
const MOST = 1000;

const require = createRequire(import.meta.url);

/** As WebAssembly a module that does nothing: the client starts it in place of the real one. */
export const wasm = Buffer.from(
  "\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x07\x14\x01\x10__wbindgen_start\0\0\x0a\x04\x01\x02\0\x0b",
  "latin1",
).toString("base64");

export function __wbg_set_wasm(): void {
  // There is nothing in it.
}

/**
 * Compiles as Prisma's does, and keeps the plans beside the bundle for later processes: the compiler is started for a query
 * that no process has compiled before. A query holds the places of its values, never the values; one that has values in it is
 * not kept, as Prisma itself does not keep it. Plans of another schema or version of Prisma are not used.
 */
export class QueryCompiler implements Compiler {
  readonly #options: object;
  readonly #shared: Shared;

  constructor(options: object) {
    this.#options = options;
    const version = readFileSync(require.resolve("@prisma/client/package.json"));
    const madeFor = createHash("sha1").update(version).update(JSON.stringify(options)).digest("hex");
    const known = shared.get(madeFor) ?? { madeFor, known: readPlans(madeFor), added: new Map(), compiler: undefined };
    shared.set(madeFor, known);
    this.#shared = known;
  }

  compile(query: string): unknown {
    const { madeFor, known, added } = this.#shared;
    const before = known.get(query);
    if (before !== undefined) return before;
    const plan = this.#compiler().compile(query);
    if (holdsNoValue(query) && known.size < MOST && isDeepStrictEqual(JSON.parse(JSON.stringify(plan)), plan)) {
      if (added.size === 0) process.once("exit", () => addPlans(madeFor, added));
      known.set(query, plan);
      added.set(query, plan);
    }
    return plan;
  }

  compileBatch(queries: string): unknown {
    return this.#compiler().compileBatch(queries);
  }

  free(): void {
    // Another client may use the same compiler; it ends with the process.
  }

  #compiler(): Compiler {
    this.#shared.compiler ??= new (start().QueryCompiler)(this.#options);
    return this.#shared.compiler;
  }
}

/** What the clients of a process share: the module can be started once. */
interface Shared {
  madeFor: string;
  known: Map<string, unknown>;
  added: Map<string, unknown>;
  compiler: Compiler | undefined;
}

const shared = new Map<string, Shared>();

function start(): Compiled {
  const compiled = require(`${COMPILER}.js`) as Compiled;
  const { wasm: code } = require(`${COMPILER}.wasm-base64.js`) as { wasm: string };
  const imports = { "./query_compiler_fast_bg.js": compiled as unknown as WebAssembly.ModuleImports };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(code, "base64")), imports);
  compiled.__wbg_set_wasm(exports);
  (exports["__wbindgen_start"] as () => void)();
  return compiled;
}

/** `createMany` alone has its rows in the query: {"modelName":"NeedMark","action":"createMany","query":…} */
function holdsNoValue(query: string): boolean {
  return !/^\{"modelName":"\w+","action":"createMany/.test(query);
}

function readPlans(madeFor: string): Map<string, unknown> {
  try {
    const kept = JSON.parse(readFileSync(KEPT, "utf8")) as { madeFor: string; plans: Record<string, unknown> };
    return new Map(kept.madeFor === madeFor ? Object.entries(kept.plans) : []);
  } catch {
    return new Map();
  }
}

function addPlans(madeFor: string, added: Map<string, unknown>): void {
  try {
    // Other commands may have added theirs meanwhile; what one of two takes from the other is compiled once more.
    const plans = Object.fromEntries([...readPlans(madeFor), ...added]);
    const partial = `${KEPT}-${process.pid}`;
    writeFileSync(partial, JSON.stringify({ madeFor, plans }));
    renameSync(partial, KEPT);
  } catch {
    // A folder that this user may not write.
  }
}
