/** The number of a version as it is written: `GC-v4` is 4. What is written otherwise is 0, the empty text. */
export function versionNumberOf(version: string): number {
  // "GC-v4"
  return Number(/^GC-v(\d{1,9})$/.exec(version)?.[1] ?? 0);
}

export function versionName(number: number): string {
  return `GC-v${number}`;
}
