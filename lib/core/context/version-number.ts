const VERSION = /^GC-v(0|[1-9]\d{0,8})$/; // matches "GC-v4"

/** The number of `GC-v{n}`, or null for anything else. */
export function versionNumber(version: string): number | null {
  const match = VERSION.exec(version);
  return match === null ? null : Number(match[1]);
}

export function versionOf(number: number): string {
  return `GC-v${number}`;
}

/** The same, where there may be none. */
export function versionOrNull(number: number | null | undefined): string | null {
  return typeof number === "number" ? versionOf(number) : null;
}

/** What stands in place of a version before the first is published. */
export const NO_VERSION = versionOf(0);
