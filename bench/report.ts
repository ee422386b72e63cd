/** The value below which `share` of the numbers lie. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Prints a Markdown table. */
export function printTable(title: string, head: string[], rows: (string | number)[][]): void {
  console.log(`\n## ${title}\n`);
  console.log(`| ${head.join(" | ")} |`);
  console.log(`| ${head.map(() => "---").join(" | ")} |`);
  for (const row of rows) console.log(`| ${row.join(" | ")} |`);
}

/** Milliseconds with as many digits as matter. */
export function ms(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

/** Milliseconds that each of `times` runs took, after a few that do not count. */
export async function timeEach(times: number, run: () => unknown): Promise<number[]> {
  for (let warm = 0; warm < 5; warm++) await run();
  const taken: number[] = [];
  for (let count = 0; count < times; count++) {
    const began = performance.now();
    await run();
    taken.push(performance.now() - began);
  }
  return taken;
}
