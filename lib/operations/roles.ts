import { TeamTokenList, TeamTokenMinted } from "@/lib/contracts/callers";
import { operationsOf } from "@/lib/operations/define-operation";
import { JoinTeam, RoleInput, RoleWithToken, TeamJoined, TokenList } from "@/lib/contracts/sessions";
import { Changed, ReplaceRole } from "@/lib/contracts/memory";
import { Done } from "@/lib/contracts/primitives";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";

const define = operationsOf("Roles");

export const rolesOperations = [
  define({
    id: "role.add",
    http: "POST /sessions/{session}/roles",
    deed: "add roles",
    leadTool: { name: "add-role", short: ({ role: { access }, token }) => ({ access, token }) },
    commands: ["session add-role <session> <role> [type]"],
    ownCommand: {
      says: "add a teammate with a section of its own; its token is shown this once",
      arguments: { role: ["", "id"], type: "such as implementer or researcher; else what the id begins with" },
      examples: ["session add-role checkout tester-1"],
      print: ({ role, token }, { paint }) =>
        `${paint.good("Added")} ${role.id} (${role.access}). Its token, shown this once:\n${token}`,
    },
    summary: "Add a teammate: its section and a token",
    body: RoleInput,
    response: RoleWithToken,
    conditional: true,
    status: 201,
    examples: [{ body: { id: "reviewer-1", type: "reviewer" } }],
    run: ({ services, caller, params, body, change }) => services.sessions.addRole(caller, params, body, change),
  }),
  define({
    id: "role.replace",
    http: "POST /sessions/{session}/memory/replace-role",
    leadTool: { name: "replace", destroys: true },
    commands: ["session replace-role <session> <role> <by>"],
    ownCommand: {
      says: "mark a teammate replaced by a successor and end its tokens; asks first",
      arguments: { role: "who leaves", by: "the successor, who is added where it is new" },
      examples: [
        "session replace-role checkout implementer-1 implementer-2",
        "session replace-role checkout implementer-1 implementer-2 --yes",
      ],
      confirm: ({ role = "", by = "" }, line) =>
        `${line(role)} is marked as replaced by ${line(by)}, and its tokens end.`,
      print: ({ revision }, { paint, line, given: { session = "", role = "", by = "" } }) =>
        [
          `${paint.good("Replaced")} ${line(role)} by ${line(by)}, revision ${revision}. Its section is kept.`,
          `A token for ${line(by)}: wardroom token mint ${line(by)} --session ${line(session)}`,
        ].join("\n"),
    },
    summary: "Have a successor replace a teammate",
    tag: "Curation",
    body: ReplaceRole,
    response: Changed,
    examples: [{ body: { role: "implementer-1", by: "implementer-3" } }],
    run: ({ services, caller, params, body, change }) => services.curation.replaceRole(caller, params, body, change),
  }),
  define({
    id: "token.mint",
    http: "POST /sessions/{session}/roles/{role}/tokens",
    deed: "hand out tokens",
    commands: ["token mint <role>"],
    ownCommand: {
      says: "mint another token for a role; it is shown this once",
      examples: ["token mint implementer-1", "token mint Lead --session checkout"],
      print: ({ tokenId, role, token }, { paint, line }) =>
        `${paint.good("Minted")} token ${tokenId} for ${line(role.id)}. Here it is, shown this once:\n${token}`,
    },
    summary: "Mint a token for a role",
    response: RoleWithToken,
    status: 201,
    run: ({ services, caller, params, change }) => services.tokens.mint(caller, params, change),
  }),
  define({
    id: "token.mint-all",
    http: "POST /sessions/{session}/tokens",
    summary: "Mint a token for each of several roles, and add those that are missing",
    body: JoinTeam,
    response: TeamJoined,
    status: 201,
    examples: [
      {
        body: { roles: [{ id: "implementer-2" }, { id: "tester-3" }] },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.tokens.mintForAll(caller, params, body, change),
  }),
  define({
    id: "token.revoke",
    http: "DELETE /sessions/{session}/roles/{role}/tokens/{token}",
    commands: ["token revoke <token>"],
    summary: "Revoke a token",
    response: Done,
    run: ({ services, caller, params, change }) => services.tokens.revoke(caller, params, change),
  }),
  define({
    id: "token.list",
    http: "GET /sessions/{session}/tokens",
    commands: ["token list"],
    ownCommand: {
      says: "tokens, without their secrets",
      examples: ["token list", "token list --session checkout --json"],
      print: ({ items }, { paint, line, time, table }) =>
        items.length === 0
          ? "No token was minted yet. Mint one: wardroom token mint <role>"
          : table(items, [
              { title: "TOKEN", value: ({ id }) => id, style: paint.name },
              { title: "ROLE", value: ({ role }) => line(role) },
              { title: "MINTED", value: ({ createdAt }) => time(createdAt), style: paint.faint },
              { title: "BY", value: ({ createdBy }) => line(createdBy) },
              { title: "LAST USED", value: ({ lastUsedAt }) => time(lastUsedAt), style: paint.faint },
              { title: "REVOKED", value: ({ revokedAt }) => time(revokedAt), style: paint.warn },
            ]),
    },
    summary: "Every token of the session",
    query: ListQuery,
    response: TokenList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.tokens.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "team-token.list",
    http: "GET /sessions/{session}/team-tokens",
    commands: ["team-token list"],
    ownCommand: true,
    summary: "Every token that the team shares",
    query: ListQuery,
    response: TeamTokenList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teamTokens.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "team-token.mint",
    http: "POST /sessions/{session}/team-tokens",
    commands: ["team-token mint"],
    ownCommand: true,
    summary: "Mint a token for the team to share",
    response: TeamTokenMinted,
    status: 201,
    run: ({ services, caller, params, change }) => services.teamTokens.mint(caller, params, change),
  }),
  define({
    id: "team-token.revoke",
    http: "DELETE /sessions/{session}/team-tokens/{token}",
    commands: ["team-token revoke <token>"],
    ownCommand: true,
    summary: "Revoke a token that the team shares",
    response: Done,
    run: ({ services, caller, params, change }) => services.teamTokens.revoke(caller, params, change),
  }),
];
