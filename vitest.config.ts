import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["lib/**/*.test.ts", "app/**/*.test.ts", "components/**/*.test.{ts,tsx}", "plugin/**/*.test.ts"],
    globalSetup: ["./lib/db/testing/migrated-database.fixture.ts"],
    setupFiles: ["./vitest.setup.ts"],
    // The machine may be shared and slow: a limit catches a hang, never a slow run.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most tests wait for disks and processes: a core left free would only make everybody wait longer.
    maxWorkers: "100%",
  },
});
