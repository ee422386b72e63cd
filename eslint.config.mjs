import query from "@tanstack/eslint-plugin-query";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { endlessArguments } from "./scripts/endless-arguments.mjs";

/** Files whose default export Next or a tool looks for. */
const DEFAULT_EXPORTS = [
  "app/**/{page,layout,template,loading,error,global-error,not-found,default,icon,apple-icon,manifest,sitemap,robots}.{ts,tsx}",
  "{next,playwright,vitest,prisma}.config.ts",
  "e2e/databases.ts",
];

const restricted = {
  defaultExport: {
    selector: "ExportDefaultDeclaration",
    message: "Export by name: only what Next or a tool looks for is a default export.",
  },
  lostThis: {
    selector: "ObjectExpression > Property > FunctionExpression ThisExpression",
    message: "A record of functions is taken apart, and `this` is lost: call the function by its name.",
  },
  hiddenState: {
    selector: "NewExpression[callee.name='WeakMap']",
    message: "Core remembers in one way only: `remember` of lib/core/text/remember.ts.",
  },
  enums: { selector: "TSEnumDeclaration", message: "Use a union of strings, or an object `as const`." },
};

/** What needs no types. What does is in .oxlintrc.json, which a native checker reads in a tenth of the time. */
export default defineConfig(
  globalIgnores([
    ".next*/",
    "dist/",
    "lib/db/generated/",
    "next-env.d.ts",
    "example/",
    "playwright-report/",
    "test-results/",
  ]),
  { linterOptions: { reportUnusedDisableDirectives: "error", noInlineConfig: true } },
  {
    files: ["**/*.{ts,tsx}", "scripts/**/*.mjs"],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      // A function that does nothing says so; a comment would repeat it. Enums are forbidden below.
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      eqeqeq: "error",
      "no-restricted-syntax": ["error", restricted.defaultExport, restricted.enums, restricted.lostThis],
    },
  },
  {
    files: ["lib/core/**/*.ts"],
    ignores: ["lib/core/text/remember.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        restricted.defaultExport,
        restricted.enums,
        restricted.lostThis,
        restricted.hiddenState,
      ],
    },
  },
  {
    files: ["{lib,components,app}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}", "**/*.{fixture,arbitrary}.ts"],
    plugins: { wardroom: { rules: { "endless-arguments": endlessArguments } } },
    rules: { "wardroom/endless-arguments": "error" },
  },
  { files: DEFAULT_EXPORTS, rules: { "no-restricted-syntax": ["error", restricted.enums, restricted.lostThis] } },
  {
    // What is not there fails the test by itself.
    files: ["**/*.test.{ts,tsx}", "**/*.{fixture,arbitrary}.ts", "e2e/**", "scripts/**"],
    rules: { "@typescript-eslint/no-non-null-assertion": "off" },
  },
  {
    // The server's log is written in two places: when it starts, and when something fails that nobody foresaw. Where it is to be JSON,
    // lib/api/log.ts makes that of it.
    files: ["{lib,components,app}/**/*.{ts,tsx}"],
    ignores: ["lib/cli/**", "lib/hook/**", "lib/api/start-server.ts", "lib/api/problem.ts", "lib/api/log{,.test}.ts"],
    rules: { "no-console": "error" },
  },
  {
    files: ["**/*.tsx", "lib/client/**/*.ts"],
    extends: [
      reactHooks.configs.flat.recommended,
      jsxA11y.flatConfigs.strict,
      query.configs["flat/recommended-strict"],
    ],
    rules: {
      "react-hooks/exhaustive-deps": "error",
      // Say only that the compiler, which is not used, would leave a component out.
      "react-hooks/incompatible-library": "off",
      "react-hooks/preserve-manual-memoization": "off",
      // A scope is part of its key by its parts.
      "@tanstack/query/exhaustive-deps": ["error", { allowlist: { variables: ["scope"] } }],
      // A dialog is closed by a click beside it and by Escape, which the browser handles.
      "jsx-a11y/click-events-have-key-events": "off",
      // A form and a dialog hear the keys and clicks of the controls inside them.
      "jsx-a11y/no-noninteractive-element-interactions": [
        "error",
        {
          handlers: ["onClick", "onMouseDown", "onMouseUp", "onKeyDown", "onKeyUp"],
          form: ["onKeyDown"],
          dialog: ["onClick", "onKeyDown"],
        },
      ],
      // What scrolls must be reachable with the keyboard, or nobody can scroll it without a mouse.
      "jsx-a11y/no-noninteractive-tabindex": [
        "error",
        { tags: ["pre", "ul"], roles: ["tabpanel", "group", "region", "log"], allowExpressionValues: true },
      ],
    },
  },
);
