/** The value if it is a text, else "". */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The value if it is an object with fields, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
