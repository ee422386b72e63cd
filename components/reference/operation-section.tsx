import { Badge, type Tone } from "@/components/ui/badge";
import { CopyText } from "@/components/ui/copy-text";
import { Markdown } from "@/components/ui/markdown";
import { say } from "@/lib/core/words/say";
import { curlCommand, type CurlTarget } from "./curl-command";
import { Fields, fieldsOf } from "./fields";
import { isReference, nameOfReference, type Answer, type Operation, type Schema } from "./read-document";
import { SchemaType } from "./schema-type";

const TONES: Record<string, Tone> = { GET: "neutral", DELETE: "bad" };

interface OperationSectionProps {
  operation: Operation;
  schemas: Record<string, Schema>;
  target: CurlTarget;
}

/** One operation: what it takes, what it answers, how it fails, and a command that does it. */
export function OperationSection({ operation, schemas, target }: OperationSectionProps) {
  const { id, method, path, summary, parameters, body, answers, problems } = operation;
  return (
    <article
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line target:border-accent bg-raised scroll-mt-4 rounded-lg border p-4"
    >
      <h3 id={`${id}-title`} className="font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {summary}
        </a>
      </h3>
      <p className="mt-1 flex items-start gap-2">
        <Badge tone={TONES[method] ?? "accent"} className="font-mono">
          {method}
        </Badge>
        <code className="font-mono text-xs leading-5 wrap-anywhere">{path}</code>
      </p>
      <div className="mt-3 flex flex-col gap-3">
        <Fields
          label={say("Parameters")}
          fields={parameters.map((parameter) => ({ ...parameter, place: parameter.in }))}
        />
        {body && (
          <Part title={body.required ? say("Body") : say("Body, may be left out")}>
            <Body schema={body.schema} schemas={schemas} />
          </Part>
        )}
        <Part title={say("Answers")}>
          <ul className="flex flex-col gap-1">
            {answers.map((answer) => (
              <AnswerLine key={answer.status} answer={answer} />
            ))}
          </ul>
        </Part>
        <Part title={say("Problems")}>
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {problems.map((code) => (
              <li key={code}>
                <a href={`#${code}`} className="text-fg-2 hover:text-fg font-mono text-xs underline underline-offset-2">
                  {code}
                </a>
              </li>
            ))}
          </ul>
        </Part>
        <CopyText text={curlCommand(operation, target)} label={say("Copy the command: {summary}", { summary })} />
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h4 className="text-fg-3 mb-1 text-xs">{title}</h4>
      {children}
    </div>
  );
}

function Body({ schema, schemas }: { schema: Schema; schemas: Record<string, Schema> }) {
  const own = isReference(schema) ? schemas[nameOfReference(schema)] : schema;
  return <Fields label={say("Body")} fields={own ? fieldsOf(own) : []} />;
}

function AnswerLine({ answer: { status, description, schema, example } }: { answer: Answer }) {
  return (
    <li>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-mono text-xs">{status}</code>
        {schema && (
          <code className="text-fg-2 font-mono text-xs wrap-anywhere">
            <SchemaType schema={schema} />
          </code>
        )}
        <div className="text-fg-2 min-w-0">
          <Markdown text={description} />
        </div>
      </div>
      {example !== undefined && (
        <details className="mt-1">
          <summary className="text-fg-3 hover:text-fg w-fit text-xs">{say("Example")}</summary>
          <pre
            tabIndex={0}
            className="border-line bg-panel mt-1 max-h-80 overflow-auto rounded-md border p-2 font-mono text-xs leading-[18px]"
          >
            {JSON.stringify(example, null, 2)}
          </pre>
        </details>
      )}
    </li>
  );
}
