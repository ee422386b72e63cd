import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { indexPath, REGISTRY_PATH } from "@/lib/core/knowledge/knowledge-model";
import { parseKnowledgeIndex, parseRegistry } from "@/lib/core/knowledge/parse-knowledge";
import { parseMemory } from "@/lib/core/memory/parse-memory";

const EXAMPLE = join(import.meta.dirname, "..", "example");
const WORKSPACE = join(EXAMPLE, "workspace");

/** The parts of `seed.json` that are compared with the files here; example/README.md describes all of it. */
interface Seed {
  sessions: {
    id: string;
    roles: { id: string; type: string }[];
    relays: { role: string }[];
    context: { minutesAgo: number; publish?: { version: string; file?: string } }[];
  }[];
}

const seed = JSON.parse(read("seed.json")) as Seed;
const files = readdirSync(WORKSPACE, { recursive: true, encoding: "utf8" });

function read(path: string): string {
  return readFileSync(join(EXAMPLE, path), "utf8");
}

function memoryOf(session: string): ReturnType<typeof parseMemory> {
  return parseMemory(read(`workspace/.agent/teams/${session}/TEAM-MEMORY.md`));
}

describe("the bundled example", () => {
  it.each(seed.sessions.map((session) => session.id))("has no diagnostics in the memory of %s", (session) => {
    expect(memoryOf(session).diagnostics).toEqual([]);
  });

  it("shows 150 items in every state, with every tag, a foreign one and none", () => {
    const items = seed.sessions.flatMap(({ id }) => memoryOf(id).sections.flatMap((section) => section.items));
    expect(items).toHaveLength(150);
    expect(new Set(items.map((item) => item.state))).toEqual(new Set(["active", "archived", "resolved"]));
    const known = ["Finding", "Pattern", "Decision", "Warning", "Dependency", "Conflict", "Question", "Gate"];
    expect(new Set(items.map((item) => item.tag))).toEqual(new Set([...known, "Perf", null]));
  });

  it("seeds roles that have a section, and relays of roles that may not write directly", () => {
    for (const session of seed.sessions) {
      const sections = memoryOf(session.id).sections.map((section) => section.role);
      expect(sections).toEqual(expect.arrayContaining(session.roles.map((role) => role.id)));
      for (const relay of session.relays) {
        const type = session.roles.find((role) => role.id === relay.role)?.type;
        expect(["architect", "tester", "researcher", "devils-advocate"]).toContain(type);
      }
    }
    expect(seed.sessions.flatMap((session) => session.relays)).toHaveLength(2);
  });

  it("tells the life of each context oldest first, up to the version that stands in the files", () => {
    for (const { id, context } of seed.sessions) {
      const ages = context.map((act) => act.minutesAgo);
      expect(ages).toEqual(ages.toSorted((a, b) => b - a));
      const published = context.flatMap((act) => act.publish ?? []);
      expect(published.map((publish) => publish.version)).toEqual(published.map((_, i) => `GC-v${i + 1}`));
      for (const publish of published) {
        const text = read(publish.file ?? `workspace/.agent/teams/${id}/global-context.md`);
        expect(text).toContain(`\nversion: ${publish.version}\n`);
      }
      expect(memoryOf(id).meta.gcVersion).toBe(published.at(-1)?.version);
    }
  });

  it("holds only YAML that can be read, and checkpoints whose checksum fits", () => {
    const yaml = files.filter((path) => path.endsWith(".yaml") && !path.includes("search-rework/phase-1"));
    expect(yaml).toHaveLength(11);
    for (const path of yaml) {
      for (const document of parseAllDocuments(read(`workspace/${path}`))) expect(document.errors).toEqual([]);
    }
    const checkpoints = yaml.filter((path) => path.includes("/checkpoints/"));
    expect(checkpoints).toHaveLength(3);
    for (const path of checkpoints) {
      const [, body = "", checksum] = /^([^]*\n)checksum: (\w+)\n$/.exec(read(`workspace/${path}`)) ?? []; // "…\nchecksum: 5f…\n"
      expect(checksum).toBe(createHash("sha256").update(body).digest("hex"));
    }
  });

  it("names only knowledge that exists", () => {
    interface Entry {
      path: string;
    }
    const indexes = files.filter((path) => path.endsWith("knowledge-index.yaml"));
    expect(indexes).toHaveLength(2);
    for (const index of indexes) {
      const { shared_refs: shared, files: own } = parse(read(`workspace/${index}`)) as Record<string, Entry[]>;
      for (const { path } of [...(shared ?? []), ...(own ?? [])]) {
        expect(existsSync(join(WORKSPACE, dirname(index), path)), path).toBe(true);
      }
    }
  });

  it("has a registry and indexes without a fault, each of whose rules loads something", () => {
    const registry = parseRegistry(read(`workspace/${REGISTRY_PATH}`));
    expect(registry.diagnostics).toEqual([]);
    for (const team of ["payments-platform", "security-review"]) {
      const index = parseKnowledgeIndex(read(`workspace/${indexPath(team)}`), team);
      expect(index.diagnostics).toEqual([]);
      const ids = index.entries.map(({ id }) => id);
      for (const rule of [...index.byMode, ...index.byKeyword]) expect(ids).toEqual(expect.arrayContaining(rule.ids));
    }
  });

  it("logs as many sessions of each agent as its memory says", () => {
    const memories = files.filter((path) => path.endsWith("/memory.md"));
    expect(memories).toHaveLength(5);
    for (const path of memories) {
      const text = read(`workspace/${path}`);
      const logged = text.match(/^- \d{4}-\d\d-\d\d · .+ · .+$/gm) ?? []; // "- 2026-11-03 · Moved amounts · merged"
      expect(text).toContain(`\nsession_count: ${logged.length}\n`);
      expect(text).toContain(`\nlast_updated: ${logged.at(-1)?.slice(2, 12) ?? ""}\n`);
    }
  });
});
