import { Markdown } from "@/components/ui/markdown";
import { say } from "@/lib/core/words/say";
import { isReference, type Schema } from "./read-document";
import { SchemaType } from "./schema-type";

/** One named value: a parameter or a property. */
export interface Field {
  name: string;
  /** Where it goes, such as "query"; undefined for a property. */
  place?: string;
  required: boolean;
  description: string;
  schema: Schema;
}

/** Named values with their types and limits, as a list that wraps on a narrow screen. */
export function Fields({ label, fields }: { label: string; fields: Field[] }) {
  if (fields.length === 0) return null;
  return (
    <dl aria-label={label} className="border-line divide-line divide-y border-y">
      {fields.map((field) => (
        <div
          key={`${field.place ?? ""} ${field.name}`}
          className="grid gap-x-4 py-1.5 sm:grid-cols-[200px_minmax(0,1fr)]"
        >
          <dt className="flex flex-wrap content-start items-baseline gap-x-2">
            <code className="font-mono text-xs wrap-anywhere">{field.name}</code>
            <span className="text-fg-3 text-xs">
              {[field.place, field.required ? "required" : "optional"].filter(Boolean).join(", ")}
            </span>
          </dt>
          <dd className="min-w-0">
            <code className="text-fg-2 font-mono text-xs wrap-anywhere">
              <SchemaType schema={field.schema} />
            </code>
            <span className="text-fg-3 text-xs">{limitsOf(field.schema)}</span>
            {field.description && (
              <div className="text-fg-2">
                <Markdown text={field.description} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The properties of an object schema; none for anything else. */
export function fieldsOf(schema: Schema): Field[] {
  if (isReference(schema)) return [];
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    description: property.description ?? "",
    schema: property,
  }));
}

/** What a value must keep to beyond its type, as words after it. */
function limitsOf(schema: Schema): string {
  if (isReference(schema)) return "";
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  const limits = [
    range(minLength, maxLength, "characters"),
    // The largest safe integer is what any integer is held to; saying so helps nobody.
    range(safe(minimum), safe(maximum), ""),
    range(minItems, maxItems, "entries"),
    schema.default === undefined ? "" : say("default {default}", { default: JSON.stringify(schema.default) }),
  ].filter(Boolean);
  return limits.length === 0 ? "" : ` · ${limits.join(" · ")}`;
}

function safe(limit: number | undefined): number | undefined {
  return limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
}

function range(from: number | undefined, to: number | undefined, unit: string): string {
  if (from === undefined && to === undefined) return "";
  const words =
    to === undefined
      ? say("at least {from}", { from: String(from) })
      : from === undefined
        ? say("at most {to}", { to })
        : say("{from} to {to}", { from, to });
  return `${words} ${unit}`.trimEnd();
}
