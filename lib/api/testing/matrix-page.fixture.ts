import { format } from "oxfmt";
import { OPERATIONS } from "@/lib/api/testing/matrix-operations.fixture";
import { EXPECTED, RIGHTS, type Known, type Right } from "@/lib/api/testing/matrix-rights.fixture";

const HEADINGS: Readonly<Record<Known, string>> = {
  owner: "owner",
  "owner as implementer-1": "owner as a direct role",
  "owner as tester-1": "owner as a relay role",
  "Lead's token": "Lead's token",
  "implementer-1": "direct role",
  "tester-1": "relay role",
  "ada-1": "custom role",
  "team's token": "shared token",
  viewer: "viewer",
  "person: owner": "person who owns",
  "person: lead": "person who leads",
  "person: curator": "person who curates",
  "person: viewer": "person who reads",
};

/** The matrix as a page of the documentation, formatted as all of them are. */
export async function matrixPage(file: string): Promise<string> {
  const { code, errors } = await format(file, page(), { printWidth: 120 });
  if (errors[0] !== undefined) throw new Error(errors[0].message);
  return code;
}

function page(): string {
  const rights = Object.keys(RIGHTS) as Right[];
  const callers = Object.keys(HEADINGS) as Known[];
  const table = [
    ["what", ...callers.map((caller) => HEADINGS[caller])],
    ["---", ...callers.map(() => "---")],
    ...rights.map((right) => [RIGHTS[right], ...callers.map((caller) => EXPECTED[right][caller])]),
  ];
  const operations = rights.map((right) => {
    const names = Object.entries(OPERATIONS).flatMap(([name, each]) => (each.right === right ? [`- \`${name}\``] : []));
    return [`### ${RIGHTS[right]}`, "", ...names].join("\n");
  });
  return [
    "# Who may do what",
    "",
    "This page is made by `lib/api/rights-matrix.test.ts`, which tries every operation as every kind of caller on a real",
    "Wardroom: on the caller's own things, on those of another role or agent, in another session and in another workspace.",
    "It fails when an operation is missing here, and when this page is not what it found (`npx vitest run -u` writes it).",
    "`lib/core/access` decides, and nothing else does.",
    "",
    "**yes**: wherever the credential reaches. **own**: to the things of its own role or agent. A token of a role, of the Lead",
    "or of a team reaches one session, a viewer and a person one workspace, the owner all. A token that was revoked and a request without",
    "one are refused everywhere but in the first row.",
    "",
    ...table.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    "A role works as the agent of its name, of its name without the number, or of its type. `~` is",
    "`/api/v1/workspaces/{workspace}`. The command speaks REST, and the tools of MCP ask the",
    "same services: `lib/mcp/rights-matrix.test.ts` tries them all as every kind of caller too.",
    "",
    "## Operations",
    "",
    operations.join("\n\n"),
    "",
  ].join("\n");
}
