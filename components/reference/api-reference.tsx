import Link from "next/link";
import type { ReactNode } from "react";
import type { oas31 } from "zod-openapi";
import { Markdown } from "@/components/ui/markdown";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/words/say";
import type { CurlTarget } from "./curl-command";
import { Fields, fieldsOf } from "./fields";
import { OperationSection } from "./operation-section";
import { type Operation, readOperations } from "./read-document";
import { type IndexEntry, ReferenceIndex } from "./reference-index";
import { SchemaType } from "./schema-type";

interface ApiReferenceProps {
  document: oas31.OpenAPIObject;
  problems: readonly ProblemText[];
  target: CurlTarget;
}

/** The whole API on one page, from its OpenAPI document: operations by group, problems, shapes. */
export function ApiReference({ document, problems, target }: ApiReferenceProps) {
  const operations = readOperations(document);
  const schemas = Object.entries(document.components?.schemas ?? {}).sort(([a], [b]) => a.localeCompare(b, "en"));
  const tags = document.tags ?? [];
  return (
    <div className="mx-auto grid max-w-[1240px] md:grid-cols-[280px_minmax(0,1fr)]">
      <header className="border-line flex min-h-0 flex-col gap-3 p-4 max-md:border-b md:sticky md:top-0 md:h-dvh md:border-e">
        <Link href="/" className="flex w-fit items-center gap-2 font-semibold hover:underline">
          <span aria-hidden className="bg-accent size-2 rotate-45" />
          {say("Wardroom")}
        </Link>
        <ReferenceIndex entries={entriesOf(tags, operations, problems, schemas)} />
      </header>
      <main id="content" className="min-w-0 p-4 md:px-8 md:py-6">
        <h1 className="text-xl font-semibold">{"API"}</h1>
        <div className="text-fg-2 mt-2 max-w-[720px]">
          <p className="mb-2">
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
        </div>
        {tags.map((tag) => (
          <Group key={tag.name} title={tag.name} about={tag.description ?? ""}>
            {operations
              .filter((operation) => operation.tag === tag.name)
              .map((operation) => (
                <OperationSection
                  key={operation.id}
                  operation={operation}
                  schemas={Object.fromEntries(schemas)}
                  target={target}
                />
              ))}
          </Group>
        ))}
        <Group
          title={say("Problems")}
          about={say(
            "Every error is `application/problem+json` with one of these codes; its `type` leads here. `hint` says what to do in the case at hand.",
          )}
        >
          {problems.map((problem) => (
            <ProblemSection key={problem.code} problem={problem} />
          ))}
        </Group>
        <Group title={say("Shapes")} about={say("What the bodies and answers above are made of.")}>
          {schemas.map(([name, schema]) => (
            <article
              key={name}
              id={`schema-${name}`}
              aria-labelledby={`schema-${name}-title`}
              className="border-line target:border-accent bg-raised scroll-mt-4 rounded-lg border p-4"
            >
              <h3 id={`schema-${name}-title`} className="mb-2 font-mono text-xs font-semibold">
                {name}
              </h3>
              {fieldsOf(schema).length > 0 ? (
                <Fields label={name} fields={fieldsOf(schema)} />
              ) : (
                <code className="text-fg-2 font-mono text-xs wrap-anywhere">
                  <SchemaType schema={schema} />
                </code>
              )}
            </article>
          ))}
        </Group>
      </main>
    </div>
  );
}

function Group({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="text-base font-semibold">{title}</h2>
      <div className="text-fg-2 mb-3 max-w-[720px]">
        <Markdown text={about} />
      </div>
      <div className="flex flex-col gap-3">{children}</div>
    </section>
  );
}

function entriesOf(
  tags: readonly { name: string }[],
  operations: Operation[],
  problems: readonly ProblemText[],
  schemas: [string, unknown][],
): IndexEntry[] {
  return [
    ...tags.flatMap((tag) =>
      operations
        .filter((operation) => operation.tag === tag.name)
        .map((operation) => ({
          id: operation.id,
          group: tag.name,
          label: operation.summary,
          mark: operation.method,
          words: [operation.path, operation.id, ...operation.parameters.map(({ name }) => name)].join(" "),
        })),
    ),
    ...problems.map(({ code, status, title }) => ({
      id: code,
      group: "Problems",
      label: title,
      mark: String(status),
      words: code,
    })),
    ...schemas.map(([name]) => ({
      id: `schema-${name}`,
      group: "Shapes",
      label: name,
      mark: "",
      words: say("schema"),
    })),
  ];
}

/** What an error means, as the page tells it. */
interface ProblemText {
  code: string;
  status: number;
  title: string;
  meaning: string;
  remedy: string;
}

/** One error code. Its anchor is where the `type` of every such problem points. */
function ProblemSection({ problem: { code, status, title, meaning, remedy } }: { problem: ProblemText }) {
  return (
    <article
      id={code}
      aria-labelledby={`${code}-title`}
      className="border-line target:border-accent bg-raised scroll-mt-4 rounded-lg border p-4"
    >
      <h3 id={`${code}-title`} className="font-semibold">
        <a href={`#${code}`} className="hover:underline">
          {title}
        </a>
      </h3>
      <p className="text-fg-2 mt-1 font-mono text-xs">
        {status} {code}
      </p>
      <div className="mt-2">
        <Markdown text={meaning} />
        <div className="text-fg-2">
          <Markdown text={say("**What to do:** {remedy}", { remedy })} />
        </div>
      </div>
    </article>
  );
}
