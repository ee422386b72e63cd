import { createDocument, type ZodOpenApiPathsObject, type oas31 } from "zod-openapi";
import packageJson from "@/package.json";
import { placeOf, type Route } from "@/lib/api/define-route";
import { describeOperation } from "@/lib/api/openapi-operation";
import { HEADERS, PARAMETERS } from "@/lib/api/openapi-headers";
import { TAGS } from "@/lib/api/openapi-tags";
import { cookieName } from "@/lib/api/session-cookie";

const ABOUT = `What every role of a team of agents knows, kept in the project's own Markdown files, with the history of every change.

Every route but health and login needs \`Authorization: Bearer <token>\`, or the browser's cookie. The owner's token lies in the
data folder and may do everything, as the Lead where a role is needed; a role's token, minted by the Lead, may do what that role
may in its session; a viewer's may read.

Times are ISO 8601 in UTC and ids are opaque. Unknown fields are refused. A list is \`{items, nextCursor}\`; \`?cursor=\` takes the
\`nextCursor\` of the page before. Reads of a document send an \`ETag\`, which a change may name in \`If-Match\`. Every error is a
problem of RFC 9457 with a stable \`code\` and a \`hint\` that says what to do next.

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
