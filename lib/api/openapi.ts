import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { placeOf, type Route } from "@/lib/api/define-route";
import { HEADERS, PARAMETERS } from "@/lib/api/openapi-headers";
import { describeOperation } from "@/lib/api/openapi-operation";
import { cookieName } from "@/lib/api/session-cookie";
import packageJson from "@/package.json";

/** The groups of the document, in the order a reader meets them. A route's `tag` is one of these. */
export const TAGS = [
  { name: "Server", description: "Whether the server is ready, who is calling, and which workspaces there are." },
  { name: "People", description: "Who works here by name, and what each may do: viewer, curator, lead or owner." },
  { name: "Sessions", description: "A session is one feature's team: a folder with a TEAM-MEMORY.md and its roles." },
  { name: "Roles", description: "The teammates of a session and the tokens they call with." },
  {
    name: "Memory",
    description: "What every role knows: read it, add to your own section, replace text within it.",
  },
  {
    name: "Inbox",
    description: "What is new for a reader, each thing once; and what teammates tell each other that is no memory.",
  },
  { name: "Curation", description: "What the Lead does to keep a memory short and true: archive, resolve, prune." },
  { name: "Relays", description: "Items of roles that write through the Lead, waiting for a decision." },
  {
    name: "Context",
    description: "The global context in versions: publish one, deliver it as a delta, and know who has read what.",
  },
  { name: "Gates", description: "The end of a phase: what still blocks it, and how it was concluded." },
  {
    name: "Agents",
    description: "What each agent of a project remembers: read at the start of a session, written at its close.",
  },
  {
    name: "Knowledge",
    description: "What teams load: the shared registry, their indexes, and what is there more than once.",
  },
  { name: "Files", description: "Every document of a workspace as it lies on the disk." },
  {
    name: "Teams",
    description: "Sessions of a team: what they have loaded, the commands of their observers, and where to go on from.",
  },
  { name: "Faults", description: "Files with errors: where, what is meant, and the fix, which one call applies." },
  { name: "Search", description: "Find it again, in whatever memory it stands." },
  { name: "History", description: "Everything that happened: events, revisions, what changed, and the way back." },
] as const satisfies readonly { name: string; description: string }[];

const ABOUT = `What every role of a team of agents knows, kept in the project's own Markdown files, with the history of every change.

Every route but health and login needs \`Authorization: Bearer <token>\`, or the browser's cookie. The owner's token lies in the
data folder and may do everything, as the Lead where a role is needed; a role's token, minted by the Lead, may do what that role
may in its session; a viewer's may read.

Times are ISO 8601 in UTC and ids are opaque. Unknown fields are refused. A list is \`{items, nextCursor}\`; \`?cursor=\` takes the
\`nextCursor\` of the page before. Reads of a document send an \`ETag\`, which a change may name in \`If-Match\`. Every error is a
problem of RFC 9457 with a stable \`code\` and a \`hint\` that says what to do next. Every answer has the id of its request in
\`X-Request-Id\`, under which the server's log tells of it.

A body may have 1 MB, and the address and headers of a request 16 KB together. A longer address or more headers are answered with
431 and no body, for nothing of such a request is read.`;

/** The OpenAPI 3.1 document of all routes of a table: whatever a handler is held to is what the document says. */
export function openApiDocument(routes: readonly Route[]): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const { spec } of routes) {
    const { method, address } = placeOf(spec);
    paths[address] = { ...paths[address], [method.toLowerCase()]: describeOperation(spec) };
  }
  return createDocument({
    openapi: "3.1.1",
    info: { title: "Wardroom", version: packageJson.version, description: ABOUT },
    servers: [{ url: "/", description: "This server" }],
    tags: TAGS.map((tag) => ({ ...tag })),
    security: [{ bearer: [] }, { cookie: [] }],
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "The owner's token, or a role's token of one session.",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: cookieName("…"),
          description:
            "The browser's, from opening the login address once; eight characters that tell the data folder end its name.",
        },
      },
      parameters: PARAMETERS,
      headers: HEADERS,
    },
    paths,
  });
}
