// Who may import whom. ARCHITECTURE.md explains it; lib/architecture.test.ts runs it and proves that it can fail.

/** The domain, its part that knows of nothing but letters, and that which says sentences in the reader's language. */
const CORE = ["core", "text"];
const SPOKEN = [...CORE, "i18n"];

/** Each layer, where it lies, and what of ours it may import beside itself. */
export const LAYERS = [
  { name: "core", path: "^lib/core/(?!text/|i18n/)", may: ["text", "i18n"] },
  { name: "text", path: "^lib/core/text/", may: [] },
  { name: "i18n", path: "^lib/core/i18n/", may: ["text"] },
  { name: "contracts", path: "^lib/contracts/", may: [...CORE] },
  { name: "store", path: "^lib/store/", may: [...CORE, "contracts"] },
  { name: "db", path: "^lib/db/", may: [...CORE, "contracts"] },
  { name: "services", path: "^lib/services/", may: [...CORE, "contracts", "store", "db"] },
  { name: "operations", path: "^lib/operations/", may: [...CORE, "contracts", "services"] },
  {
    name: "runtime",
    path: "^lib/(runtime|reopen-runtime|move-content)\\.ts$",
    may: [...CORE, "store", "db", "services"],
  },
  { name: "api", path: "^lib/api/", may: [...SPOKEN, "contracts", "operations", "services", "runtime"] },
  { name: "mcp", path: "^lib/mcp/", may: [...CORE, "contracts", "operations", "services", "runtime"] },
  // It looks a project over by the names in it, before anything is served there.
  { name: "cli", path: "^lib/cli/", may: [...CORE, "contracts", "store", "operations", "client"] },
  { name: "hook", path: "^lib/hook/", may: [...CORE, "contracts"] },
  { name: "client", path: "^lib/client/", may: [...SPOKEN, "contracts", "operations"] },
  { name: "ui", path: "^components/ui/", may: ["text", "i18n"] },
  { name: "components", path: "^components/(?!ui/)", may: [...SPOKEN, "contracts", "client", "ui"] },
  {
    name: "app",
    path: "^(app/|proxy\\.ts$)",
    may: [
      ...SPOKEN,
      "contracts",
      "client",
      "ui",
      "components",
      "operations",
      "services",
      "api",
      "mcp",
      "cli",
      "runtime",
    ],
  },
];

const BROWSER_SAFE = "^(lib/(core|contracts|client)/|components/)";

// lib/core/memory/parse-memory.test.ts, lib/core/memory/nasty.fixture.ts, lib/core/context/texts.arbitrary.ts
const TEST = "\\.(test|fixture|arbitrary)\\.tsx?$";

/** @param {string} names Packages, as a pattern: found in node_modules or not. */
const packages = (names) => `(^|node_modules/)(${names})(/|$)`;

/** @param {string} name */
function layer(name) {
  const found = LAYERS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no layer ${name}.`);
  return found;
}

/** @type {import("dependency-cruiser").IConfiguration} */
const config = {
  forbidden: [
    ...LAYERS.map(({ name, path, may }) => ({
      name: `layer-${name}`,
      comment: `${name} may import only ${["itself", ...may].join(", ")} of ours.`,
      severity: /** @type {const} */ ("error"),
      from: { path, pathNot: TEST },
      to: {
        path: "^(app|components|lib|scripts|e2e|bench)/|^[^/]+\\.(ts|tsx|mjs)$",
        pathNot: [path, ...may.map((each) => layer(each).path)],
      },
    })),
    {
      name: "no-cycle",
      comment: "What imports each other is one thing in two files.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-barrel",
      comment: "Import a thing from the file that is named after it.",
      severity: "error",
      from: {},
      to: { path: "/index\\.tsx?$", pathNot: "node_modules" },
    },
    {
      name: "no-test-code",
      comment: "Tests and what they share are imported by tests alone.",
      severity: "error",
      from: { pathNot: [TEST, "^(e2e|bench)/"] },
      to: { path: TEST },
    },
    {
      name: "operations-as-types",
      comment: "The browser knows of operations what the compiler needs, and carries none of them.",
      severity: "error",
      from: { path: "^lib/client/", pathNot: TEST },
      to: { path: "^lib/operations/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-node",
      comment: "This runs in the browser too: Node's own modules are not there.",
      severity: "error",
      from: { path: BROWSER_SAFE, pathNot: TEST },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "pure-core",
      comment: "The domain uses pure libraries only; a new one is a decision made here.",
      severity: "error",
      from: { path: "^lib/core/", pathNot: TEST },
      to: {
        pathNot: [
          "^(app|components|lib)/",
          packages("markdown-it|yaml|diff|icu-minify|fastest-levenshtein|jsonc-parser|@noble/hashes|stemmer"),
        ],
      },
    },
    {
      name: "no-interface",
      comment: "What decides and what stores knows nothing of React, Next or a page.",
      severity: "error",
      from: { path: "^lib/(core|contracts|store|db|services|mcp|cli|hook)/|^lib/runtime", pathNot: TEST },
      to: { path: packages("react|react-dom|next|@tanstack/react-query|@base-ui/react") },
    },
    {
      name: "database-in-db",
      comment: "Only lib/db knows that there is Prisma.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^lib/db/" },
      to: { path: [packages("@prisma/[^/]+|prisma|@libsql/[^/]+"), "^lib/db/generated/"] },
    },
    {
      name: "tokens-on-server",
      comment: "The table of tokens is 2 MB: the server counts, and hands core a function.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: ["^lib/services/", TEST] },
      to: { path: packages("ai-tokenizer") },
    },
    {
      name: "no-unknown",
      comment: "An import that leads nowhere is checked by no rule above.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^lib/db/generated/"] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    tsConfig: { fileName: "tsconfig.json" },
  },
};

export default config;
