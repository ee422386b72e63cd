import { HOSTILE_TEXTS, HOSTILE_VALUES } from "@/lib/api/testing/hostile-values.fixture";
import type { Random } from "@/lib/soak/random.fixture";

export function hostileText(random: Random): string {
  return random.pick(HOSTILE_TEXTS);
}

/** The same value with one thing in it that is otherwise: left out, of another kind, hostile, added, or again. */
export function bend(random: Random, value: unknown, pool: (name: string) => string | null): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...(value as unknown[]), hostileText(random)];
    if (random.chance(0.1)) return Array.from({ length: 300 }, () => value[0] as unknown);
    const at = random.below(value.length);
    return value.map((each: unknown, index) => (index === at ? bend(random, each, pool) : each));
  }
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value);
    const kind = random.below(10);
    if (kind === 0 || entries.length === 0)
      return { ...value, [hostileText(random).slice(0, 40)]: hostileText(random) };
    const [name, own] = random.pick(entries);
    if (kind === 1) return Object.fromEntries(entries.filter(([each]) => each !== name));
    return { ...value, [name]: pool(name) !== null && random.chance(0.3) ? pool(name) : bend(random, own, pool) };
  }
  if (random.chance(0.2)) return random.pick(HOSTILE_VALUES);
  return hostileText(random);
}

/** A value of an example with the names in it that are known at the place. */
export function fit(value: unknown, pool: (name: string) => string | null): unknown {
  if (Array.isArray(value)) return value.map((each) => fit(each, pool));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, typeof own === "string" ? (pool(name) ?? own) : fit(own, pool)]),
  );
}
