import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { plantFault } from "./scripts/plant-fault.mjs";
import { useMemoryForTemporaryFiles } from "./scripts/temporary-folder.mjs";

useMemoryForTemporaryFiles();

/** These change what a process has but once, such as Node's own modules or a page: each file has a process to itself. */
const ALONE = ["lib/client/**", "lib/architecture.test.ts"];
/** What starts, kills, fills or races, or takes more than ten seconds for another reason: for `npm run test:all`. */
const LONG = [
  "lib/cli/{replica,told-commands,command,kept-plans}.test.ts",
  "lib/cli/{commands,replica}/**/*.test.ts",
  "lib/parity/**/*.test.ts",
  "lib/{api,services}/**/{full-*,hostile,any-files,bad-*,*crash,kill,concurrency,clobber,two-at-once,committer,git-acts}.test.ts",
  "lib/services/history/{guard-database,integrity,redactions,verify-rows,faults,revisions,repairs}.test.ts",
  "lib/services/search/search.test.ts",
  "lib/{api,mcp}/{rights-matrix,heavy-requests}.test.ts",
  "lib/services/{seed-example,teams/checkpoints}.test.ts",
  "lib/services/inbox/runs-law.test.ts",
  "lib/hook/{deliveries,enforcement}.test.ts",
  "lib/core/text/find-secrets.test.ts",
  "lib/core/{history,memory}/{find-base,add-item,finish-session,differs-only-in}.test.ts",
];

/** `WARDROOM_TEST_COPY=replica` has every test's files be a checkout of a workspace in PostgreSQL, which a replica keeps in step. */
const isReplica = process.env["WARDROOM_TEST_COPY"] === "replica";
/** `WARDROOM_TEST_DATABASE=postgresql` has every test run on PostgreSQL; else those that tell most run on both databases. */
const isPostgresql = isReplica || process.env["WARDROOM_TEST_DATABASE"] === "postgresql";
const POSTGRESQL = "./lib/db/testing/postgresql.fixture.ts";
/** What is about a database that is a file, or about no database. */
const OF_SQLITE = [
  "lib/db/*.test.ts",
  "lib/soak/**",
  "lib/cli/commands/backup.test.ts",
  "lib/cli/doctor/doctor.test.ts",
  "lib/services/commit/full-disk.test.ts",
  "lib/services/commit/read-only-database.test.ts",
  "lib/services/history/guard-database.test.ts",
];
/** What tells most of a database: its engine, those who write to it, and every operation through every door. */
const ON_BOTH = [
  "lib/db/plain-finds.test.ts",
  "lib/services/commit/{between-commit-and-name,committer,event-log,two-at-once}.test.ts",
  "lib/parity/parity.test.ts",
  "lib/services/access/provider-sign-in.test.ts",
];
/** What is about servers that share a history, which a database in a file cannot be. */
const OF_POSTGRESQL = ["lib/db/postgresql/**", "lib/services/commit/recorded/**"];

/** What tells most of a checkout that is kept in step: its files are written by hand between calls of services, and compared after. */
const IN_REPLICA = [
  "lib/services/agents/agent-sessions.test.ts",
  "lib/services/context/{cited,deliveries,found-context,named-versions,with-deltas}.test.ts",
  "lib/services/knowledge/{knowledge-counts,spelling,team-places}.test.ts",
  "lib/services/memory/**/*.test.ts",
];

/** Milliseconds in which a test hangs. A longer run than the suite's, of so many deaths in one test, has more of them. */
const LIMIT_MS = Math.max(900_000, 20_000 * Number(process.env["WARDROOM_FAULT_ROUNDS"] ?? 0));

export default defineConfig({
  plugins: [plantFault()],
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    globalSetup: [
      "./lib/db/testing/migrated-database.fixture.ts",
      "./lib/services/testing/bundles-folder.fixture.ts",
      ...(isPostgresql ? [POSTGRESQL] : []),
    ],
    setupFiles: ["./vitest.setup.ts"],
    // The machine may be shared and slow: a limit catches a hang, never a slow run.
    testTimeout: LIMIT_MS,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Most tests wait for disks and processes: three of them keep two processors busy. No project waits for the last file of another.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: {
          name: "alone",
          include: [
            "app/**/*.test.ts",
            "components/**/*.test.{ts,tsx}",
            "plugin/**/*.test.ts",
            ...ALONE.map((path) => path.replace(/\*\*$/, "**/*.test.ts")),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "together",
          include: ["lib/**/*.test.ts"],
          exclude: [...ALONE, ...LONG, "lib/soak/**", ...(isPostgresql ? OF_SQLITE : OF_POSTGRESQL)],
          // To load the modules anew for each file takes longer than most tests. They keep nothing that a test could see.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: "soak",
          include: ["lib/soak/**/*.test.ts"],
          exclude: isPostgresql ? OF_SQLITE : [],
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: LONG,
          exclude: isPostgresql ? OF_SQLITE : OF_POSTGRESQL,
          isolate: false,
        },
      },
      ...(isPostgresql
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: "postgresql",
                globalSetup: [POSTGRESQL],
                include: [...ON_BOTH, ...OF_POSTGRESQL.map((path) => `${path}/*.test.ts`)],
                isolate: false,
              },
            },
            {
              extends: true as const,
              test: {
                name: "replica",
                globalSetup: [POSTGRESQL],
                include: IN_REPLICA,
                env: { WARDROOM_TEST_COPY: "replica" },
                isolate: false,
              },
            },
          ]),
    ],
  },
});
