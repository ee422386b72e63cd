import { AddViewer, Me, MeQuery, ViewerList, ViewerWithToken } from "@/lib/contracts/server";
import { operationsOf } from "@/lib/operations/define-operation";
import { ListQuery } from "@/lib/operations/page";
import { pageOf } from "@/lib/services/workspace/page-of";
import { BrowserList, LoginAttempts } from "@/lib/contracts/browsers";
import {
  AccountList,
  AddPerson,
  ChangePerson,
  EndPersonQuery,
  Person,
  PersonEnded,
  PersonList,
  PersonWithLink,
} from "@/lib/contracts/people";
import { Done } from "@/lib/contracts/primitives";
import { AnnounceCaller, CallerAnnounced } from "@/lib/contracts/callers";

const define = operationsOf("Server");

const ANNOUNCED = { toolUseId: "toolu_01A9", role: "implementer-2", session: "invoice-import" };

export const accessOperations = [
  define({
    id: "caller.read",
    http: "GET /api/v1/me",
    tools: ["status"],
    summary: "Who the credential is",
    query: MeQuery,
    response: Me,
    run: ({ services, caller }) => services.authentication.describe(caller),
  }),
  define({
    id: "browser.list",
    http: "GET /browsers",
    commands: ["browser list"],
    ownCommand: {
      says: "the owner's browsers and those of the workspace's viewers",
      examples: ["browser list", "browser list --json"],
      print: ({ items }, { paint, line, time, table }) =>
        items.length === 0
          ? "No browser is signed in."
          : table(items, [
              { title: "BROWSER", value: ({ id }) => id, style: paint.name },
              { title: "WHO", value: ({ kind, label }) => line(label === null ? kind : `${kind} ${label}`) },
              { title: "FROM", value: ({ address }) => line(address ?? "-") },
              { title: "SIGNED IN", value: ({ createdAt }) => time(createdAt), style: paint.faint },
              { title: "LAST USED", value: ({ lastUsedAt }) => time(lastUsedAt), style: paint.faint },
              { title: "PROGRAM", value: ({ userAgent }) => line(userAgent ?? "-"), shrinks: true },
            ]),
    },
    summary: "Browsers that are signed in",
    query: ListQuery,
    response: BrowserList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.browsers.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "browser.end",
    http: "DELETE /browsers/{browser}",
    commands: ["browser end <browser>"],
    ownCommand: {
      says: "sign a browser out at once",
      arguments: { browser: "its id" },
      examples: ["browser end 5b0f7c2d9e14a683"],
      confirm: null,
      print: (_, { paint, given: { browser } }) => `${paint.good("Signed out")} ${browser}.`,
    },
    summary: "Sign a browser out",
    response: Done,
    run: ({ services, caller, params, change }) => services.browsers.end(caller, params, change),
  }),
  define({
    id: "login.attempts",
    http: "GET /login-attempts",
    summary: "Sign-ins that failed lately",
    response: LoginAttempts,
    run: ({ services, caller, params }) => Promise.resolve(services.browsers.attempts(caller, params)),
  }),
  define({
    id: "viewer.list",
    http: "GET /viewers",
    commands: ["viewer list"],
    ownCommand: true,
    summary: "Who may look at the workspace",
    query: ListQuery,
    response: ViewerList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.viewers.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "viewer.add",
    http: "POST /viewers",
    commands: ["viewer add <label>"],
    ownCommand: true,
    summary: "Let somebody look, by a link",
    body: AddViewer,
    response: ViewerWithToken,
    status: 201,
    examples: [
      {
        body: { label: "Product", expiresIn: 604_800 },
      },
    ],
    run: ({ services, caller, params, body, change }) => services.viewers.add(caller, params, body, change),
  }),
  define({
    id: "viewer.revoke",
    http: "DELETE /viewers/{viewer}",
    commands: ["viewer revoke <viewer>"],
    ownCommand: true,
    summary: "End a viewer's link",
    response: Done,
    run: ({ services, caller, params, change }) => services.viewers.revoke(caller, params, change),
  }),
  define({
    id: "person.list",
    http: "GET /people",
    commands: ["person list"],
    ownCommand: true,
    summary: "The people of the workspace, and what each may do",
    tag: "People",
    query: ListQuery,
    response: PersonList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.people.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "person.add",
    http: "POST /people",
    commands: ["person add <name>"],
    ownCommand: true,
    summary: "Invite a person by name and role, with a link",
    tag: "People",
    body: AddPerson,
    response: PersonWithLink,
    status: 201,
    errors: ["conflict"],
    examples: [{ body: { name: "Dana", role: "curator" } }],
    run: ({ services, caller, params, body, change }) => services.people.add(caller, params, body, change),
  }),
  define({
    id: "person.change",
    http: "PATCH /people/{person}",
    commands: ["person change <person>"],
    ownCommand: true,
    summary: "Rename a person, or change what they may do",
    tag: "People",
    body: ChangePerson,
    response: Person,
    errors: ["conflict"],
    examples: [{ body: { role: "lead" } }],
    run: ({ services, caller, params, body, change }) => services.people.change(caller, params, body, change),
  }),
  define({
    id: "person.invite",
    http: "POST /people/{person}/links",
    commands: ["person invite <person>"],
    ownCommand: true,
    summary: "Make a person another link to sign in",
    tag: "People",
    response: PersonWithLink,
    status: 201,
    errors: ["conflict"],
    run: ({ services, caller, params, change }) => services.people.invite(caller, params, change),
  }),
  define({
    id: "person.end",
    http: "DELETE /people/{person}",
    commands: ["person end <person>"],
    ownCommand: true,
    summary: "End a person's access, wherever they are signed in, and with it what they let in",
    tag: "People",
    query: EndPersonQuery,
    response: PersonEnded,
    examples: [
      {
        query: { dryRun: "true" },
      },
    ],
    run: ({ services, caller, params, query, change }) =>
      services.people.end(caller, params, change, { dryRun: query.dryRun === "true" }),
  }),
  define({
    id: "account.list",
    http: "GET /accounts",
    commands: ["account list"],
    ownCommand: true,
    summary: "The accounts at a provider that people sign in with: all for an owner, their own for others",
    tag: "People",
    query: ListQuery,
    response: AccountList,
    run: async ({ services, caller, params, query }) =>
      pageOf(await services.accounts.list(caller, params), query, ({ id }) => id),
  }),
  define({
    id: "account.unlink",
    http: "DELETE /accounts/{account}",
    commands: ["account unlink <account>"],
    ownCommand: true,
    summary: "Unlink an account, and sign out every browser that it let in",
    tag: "People",
    response: Done,
    run: ({ services, caller, params, change }) => services.accounts.unlink(caller, params, change),
  }),
  define({
    id: "caller.announce",
    http: "POST /callers",
    summary: "Say which role makes a tool call over a shared connection",
    tag: "Roles",
    body: AnnounceCaller,
    response: CallerAnnounced,
    status: 201,
    examples: [{ body: { ...ANNOUNCED, agentId: "aimplementer-2-1f0c9d2e7b3a4856" } }],
    once: true,
    run: ({ services, caller, params, body }) => services.callers.announce(caller, params, body),
  }),
];
