/** The scheme of the resources' addresses. */
const SCHEME = "wardroom://";

/** Names in an address, such as the session of `wardroom://demo/sessions/invoice-import/memory`. */
export type Names = Readonly<Record<string, string>>;

/**
 * The address that a template of RFC 6570 makes of names, such as `wardroom://{workspace}/sessions/{session}/memory`. Each
 * name is one segment, percent-encoded.
 */
export function addressOf(template: string, names: Names): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name] ?? ""));
}

/** The names in an address that a template makes, or null for any other address. Nothing but that very spelling is it. */
export function namesIn(template: string, address: string): Names | null {
  const parts = template.slice(SCHEME.length).split("/");
  const given = address.startsWith(SCHEME) ? address.slice(SCHEME.length).split("/") : [];
  if (given.length !== parts.length) return null;
  const names: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]; // {session}
    if (name === undefined && part !== given[index]) return null;
    if (name !== undefined) names[name] = decode(given[index] ?? "");
  }
  return addressOf(template, names) === address ? names : null;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}
