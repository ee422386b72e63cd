import { AT, ETAG } from "@/lib/operations/example-values";
import { ProjectChanges, ProjectSetup, SetUpProject, SetupUndone } from "@/lib/contracts/setup";
import { operationsOf } from "@/lib/operations/define-operation";

const define = operationsOf("Server");

export const setupOperations = [
  define({
    id: "setup.read",
    http: "GET /setup",
    summary: "What the project has of each agents' client, and what was set up last",
    response: ProjectSetup,
    errors: ["forbidden"],
    examples: [
      {
        answer: {
          folder: "/home/mina/payables",
          wardroom: "/home/mina/wardroom",
          isCommand: true,
          clients: [
            { client: "codex", name: "Codex", installed: "0.1.0", isCurrent: true, isHere: true, problem: null },
          ],
          undoable: { at: AT, files: [".codex/hooks.json"] },
        },
      },
    ],
    run: ({ services, caller, params }) => services.setup.read(caller, params),
  }),
  define({
    id: "setup.apply",
    http: "POST /setup",
    summary: "Put agents' clients and the protocol into the project; a dry run shows every file's diff",
    body: SetUpProject,
    response: ProjectChanges,
    errors: ["unparseable", "conflict"],
    examples: [
      {
        body: { clients: ["opencode"], protocol: false, dryRun: true },
        answer: {
          changes: [
            {
              path: ".opencode/wardroom/.gitignore",
              kind: "created",
              added: 1,
              removed: 0,
              hunks: [
                {
                  lines: [{ kind: "added", before: null, after: 1, segments: [{ text: "local.json", changed: true }] }],
                },
              ],
            },
          ],
          notes: [],
          next: [{ client: "opencode", text: "Start opencode here." }],
          etag: ETAG,
        },
      },
    ],
    once: true,
    run: ({ services, caller, params, body, change }) => services.setup.apply(caller, params, body, change),
  }),
  define({
    id: "setup.undo",
    http: "POST /setup/undo",
    summary: "Undo what was set up last: each file is as it was, byte for byte",
    response: SetupUndone,
    examples: [{ answer: { files: [".codex/hooks.json", ".codex/config.toml"], kept: [] } }],
    once: true,
    run: ({ services, caller, params }) => services.setup.undo(caller, params),
  }),
];
