import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

export interface Service {
  build?: string;
  image?: string;
  ports?: { host_ip: string; published: string }[];
  depends_on?: string[] | Record<string, { condition: string }>;
  environment?: Record<string, string>;
  volumes: string[];
  networks?: Record<string, { ipv4_address?: string }>;
}

/** What somebody has in .env. */
export const CHOSEN: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: "b6f0".repeat(12),
  WARDROOM_SECRET: "9c1e".repeat(16),
  WARDROOM_TOKEN: "5d7a".repeat(12),
  WARDROOM_WORKSPACES: "shop,portal",
};

/** compose.yaml as Compose reads it, before it puts in what is chosen. */
export async function readCompose() {
  const text = await readFile(join(import.meta.dirname, "../compose.yaml"), "utf8");
  const file = parse(text, { merge: true }) as { services: Record<string, Service>; networks: Record<string, unknown> };
  return { text, ...file };
}

/** A value as Compose makes it; throws what it would print for a variable that has to be set and is not. */
export function interpolated(value: string, chosen: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{(\w+):([?+-])([^}]*)\}/g, (_, name: string, kind: string, word: string) => {
    const found = chosen[name];
    if (found === undefined && kind === "?") throw new Error(word);
    return kind === "+" ? ((found && word) ?? "") : (found ?? word);
  });
}

export function environmentOf({ environment = {} }: Service, chosen: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolated(value, chosen)]));
}
