import { commandOf } from "@/app/docs/api/command-of";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { openApi } from "@/app/api/routes";
import { PROBLEM_GUIDES } from "@/lib/api/openapi-problems";
import { ownListening } from "@/lib/api/listening";
import { originAsked } from "@/lib/api/origin";
import { forPrograms } from "@/lib/contracts/own-host";
import { pageCaller } from "@/lib/api/page-caller";
import { runtime } from "@/lib/runtime";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import type { oas31 } from "zod-openapi";
import { CopyText } from "@/components/ui/copy-text";
import { Markdown } from "@/components/ui/markdown";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";

interface ApiReferenceProps {
  document: oas31.OpenAPIObject;
  problems: readonly (Record<"code" | "title" | "meaning" | "remedy", string> & { status: number })[];
  /** Where commands are sent, and the workspace that they name. */
  target: { origin: string; workspace: string };
}

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/**
 * The whole API on one page, from its OpenAPI document: operations by group, problems, shapes. An error's `type` leads to its problem
 * here. What is looked for is found with the browser's own search.
 */
function ApiReference({ document, problems, target }: ApiReferenceProps) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method: method.toUpperCase(), operation }];
    }),
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => a.localeCompare(b, "en"));
  return (
    <main id="content" className="mx-auto max-w-[960px] p-4 md:px-8 md:py-6">
      <Link href="/" className="flex w-fit items-center gap-2 font-semibold hover:underline">
        <span aria-hidden className="bg-accent size-2 rotate-45" />
        {say("Wardroom")}
      </Link>
      <h1 className="mt-4 text-xl font-semibold">{"API"}</h1>
      <p className="text-fg-2 my-2">
        {sayParts("Version {version} · <link>OpenAPI {openapi}</link>", {
          version: document.info.version,
          link: (inside) => (
            <a href="/api/openapi.json" className="text-accent underline underline-offset-2">
              {inside}
            </a>
          ),
          openapi: document.openapi,
        })}
      </p>
      <Markdown text={document.info.description ?? ""} />
      {document.tags?.map(({ name, description }) => (
        <Group key={name} title={name} about={description ?? ""}>
          {operations
            .filter(({ operation }) => operation.tags?.[0] === name)
            .map(({ path, method, operation }) => (
              <Entry key={operation.operationId} id={operation.operationId ?? path} title={operation.summary ?? path}>
                <p className="font-mono text-xs wrap-anywhere">
                  {method} {path}
                </p>
                <CopyText
                  text={commandOf(method, target.origin + path.replace("{workspace}", target.workspace), operation)}
                  label={say("Copy the command: {summary}", { summary: operation.summary ?? path })}
                />
                <Json title={say("Parameters")} value={operation.parameters} />
                <Json title={say("Body")} value={operation.requestBody} />
                <Json title={say("Answers")} value={operation.responses} />
              </Entry>
            ))}
        </Group>
      ))}
      <Group
        title={say("Problems")}
        about={say("Errors are `application/problem+json` with one of these codes. `hint` says what to do.")}
      >
        {problems.map(({ code, status, title, meaning, remedy }) => (
          <Entry key={code} id={code} title={title}>
            <p className="text-fg-2 font-mono text-xs">
              {status} {code}
            </p>
            <Markdown text={meaning} />
            <Markdown text={say("**What to do:** {remedy}", { remedy })} />
          </Entry>
        ))}
      </Group>
      <Group title={say("Shapes")} about={say("What the bodies and answers above are made of.")}>
        {schemas.map(([name, schema]) => (
          <Entry key={name} id={`schema-${name}`} title={name}>
            <Json title={say("Shape")} value={schema} />
          </Entry>
        ))}
      </Group>
    </main>
  );
}

function Group({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="text-fg-2 mb-3">
        <Markdown text={about} />
      </div>
      <div className="flex flex-col gap-3">{children}</div>
    </section>
  );
}

/** Something with an address of its own. */
function Entry({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line target:border-accent bg-raised flex scroll-mt-4 flex-col gap-2 rounded-lg border p-4"
    >
      <h3 id={`${id}-title`} className="font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h3>
      {children}
    </article>
  );
}

/** A part of the document as it is written there; nothing where it has none. */
function Json({ title, value }: { title: string; value: unknown }) {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null;
  return (
    <details>
      <summary className="text-fg-3 hover:text-fg w-fit text-xs">{title}</summary>
      <pre tabIndex={0} className="border-line bg-panel mt-1 max-h-80 overflow-auto rounded-md border p-2 text-xs">
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}

export function generateMetadata(): Metadata {
  return { title: "API" };
}

export default async function ApiPage() {
  const caller = await pageCaller(null);
  const { services } = await runtime();
  const { items } = await services.workspaces.list(caller);
  const origin = forPrograms(originAsked(await headers(), ownListening()));
  return (
    <ApiReference
      document={openApi()}
      problems={PROBLEM_GUIDES}
      target={{ origin, workspace: items[0]?.name ?? "example" }}
    />
  );
}
