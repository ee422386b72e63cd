import { defineOperation } from "@/lib/operations/define-operation";
import { RoleParams, SessionParams, TeamTokenParams, TokenParams } from "@/lib/contracts/params";
import { RoleInput, RoleWithToken, TokenList } from "@/lib/contracts/sessions";
import { Changed, ReplaceRole } from "@/lib/contracts/memory";
import { Done } from "@/lib/contracts/primitives";
import { ListQuery, pageOf } from "@/lib/operations/page";
import { TeamTokenList, TeamTokenMinted } from "@/lib/contracts/callers";

export const rolesOperations = [
  defineOperation({
    id: "role.add",
    http: "POST /sessions/{session}/roles",
    leadTool: { name: "add-role" },
    commands: ["session add-role <session> <role> [type]"],
    summary: "Add a teammate: its section and a token",
    tag: "Roles",
    params: SessionParams,
    body: RoleInput,
    response: RoleWithToken,
    conditional: true,
    status: 201,
    run: ({ services, caller, params, body, change }) => services.sessions.addRole(caller, params, body, change),
  }),
  defineOperation({
    id: "role.replace",
    http: "POST /sessions/{session}/memory/replace-role",
    leadTool: { name: "replace", destroys: true },
    commands: ["session replace-role <session> <role> <by>"],
    summary: "Mark a teammate replaced by a successor",
    tag: "Curation",
    params: SessionParams,
    body: ReplaceRole,
    response: Changed,
    run: ({ services, caller, params, body, change }) => services.curation.replaceRole(caller, params, body, change),
  }),
  defineOperation({
    id: "token.mint",
    http: "POST /sessions/{session}/roles/{role}/tokens",
    commands: ["token mint <role>"],
    summary: "Mint a token for a role",
    tag: "Roles",
    params: RoleParams,
    response: RoleWithToken,
    status: 201,
    run: ({ services, caller, params, change }) => services.tokens.mint(caller, params, change),
  }),
  defineOperation({
    id: "token.revoke",
    http: "DELETE /sessions/{session}/roles/{role}/tokens/{token}",
    commands: ["token revoke <token>"],
    summary: "Revoke a token",
    tag: "Roles",
    params: TokenParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.tokens.revoke(caller, params, change),
  }),
  defineOperation({
    id: "token.list",
    http: "GET /sessions/{session}/tokens",
    commands: ["token list"],
    summary: "Every token of the session",
    tag: "Roles",
    params: SessionParams,
    query: ListQuery,
    response: TokenList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.tokens.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "team-token.list",
    http: "GET /sessions/{session}/team-tokens",
    summary: "Every token that the team shares",
    tag: "Roles",
    params: SessionParams,
    query: ListQuery,
    response: TeamTokenList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.teamTokens.list(caller, params), query, ({ id }) => id),
  }),
  defineOperation({
    id: "team-token.mint",
    http: "POST /sessions/{session}/team-tokens",
    summary: "Mint a token for the team to share",
    tag: "Roles",
    params: SessionParams,
    response: TeamTokenMinted,
    status: 201,
    run: ({ services, caller, params, change }) => services.teamTokens.mint(caller, params, change),
  }),
  defineOperation({
    id: "team-token.revoke",
    http: "DELETE /sessions/{session}/team-tokens/{token}",
    summary: "Revoke a token that the team shares",
    tag: "Roles",
    params: TeamTokenParams,
    response: Done,
    run: ({ services, caller, params, change }) => services.teamTokens.revoke(caller, params, change),
  }),
];
