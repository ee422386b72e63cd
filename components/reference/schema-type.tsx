import { Fragment, type ReactNode } from "react";
import type { oas31 } from "zod-openapi";
import { isReference, nameOfReference, type Schema } from "./read-document";

/** The type a schema describes, in the notation of TypeScript, with links to the named ones. */
export function SchemaType({ schema }: { schema: Schema }): ReactNode {
  if (isReference(schema)) {
    const name = nameOfReference(schema);
    return (
      <a href={`#schema-${name}`} className="text-accent underline underline-offset-2">
        {name}
      </a>
    );
  }
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return (
      <Joined
        by=" | "
        parts={choices.map((choice) => (
          <SchemaType schema={choice} />
        ))}
      />
    );
  if (schema.type === "array" && schema.items) return <ArrayType items={schema.items} />;
  if (schema.type === "object") return <ObjectType schema={schema} />;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? "anything"];
  return types.join(" | ");
}

function ArrayType({ items }: { items: Schema }) {
  const compound = !isReference(items) && (items.anyOf ?? items.oneOf ?? items.enum) !== undefined;
  return (
    <>
      {compound && "("}
      <SchemaType schema={items} />
      {compound && ")"}[]
    </>
  );
}

function ObjectType({ schema }: { schema: oas31.SchemaObject }) {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0) {
    const parts = properties.map(([name, property]) => (
      <>
        {name}
        {!schema.required?.includes(name) && "?"}: <SchemaType schema={property} />
      </>
    ));
    return (
      <>
        {"{ "}
        <Joined by=", " parts={parts} />
        {" }"}
      </>
    );
  }
  if (typeof schema.additionalProperties !== "object") return "object";
  return (
    <>
      {"{ [key: string]: "}
      <SchemaType schema={schema.additionalProperties} />
      {" }"}
    </>
  );
}

function Joined({ parts, by }: { parts: ReactNode[]; by: string }) {
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index > 0 && by}
      {part}
    </Fragment>
  ));
}
