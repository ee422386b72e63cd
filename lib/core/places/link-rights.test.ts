import fc from "fast-check";
import { findShut } from "@/lib/core/places/our-files";
import { describe, expect, it } from "vitest";
import { decideAccess, isLead, type Subject } from "@/lib/core/access/decide-access";
import { isOwned, knownPath, refuseLink, type FileDeed } from "@/lib/core/places/link-rights";

const PEOPLE: Subject[] = (["owner", "lead", "curator", "viewer"] as const).map((kind) => {
  return { kind, role: null, sessionKey: null, workspace: "demo" };
});
const ROLES: Subject[] = ["Lead", "implementer-1", "ada-1"].flatMap((role) => [
  { kind: "role", role, sessionKey: 1, workspace: "demo" },
  { kind: "owner", role, sessionKey: null, workspace: null },
]);
const LEAD: Subject = { kind: "owner", role: null, sessionKey: null, workspace: null };
const subjects = fc.constantFrom(null, ...PEOPLE, ...ROLES);
const deeds = fc.constantFrom<FileDeed>("read", "write", "remove");

const names = fc.constantFrom(
  "TEAM-MEMORY.md",
  "memory.md",
  "notes.md",
  "global-context.md",
  "registry.yaml",
  "a/b.json",
);
const places = fc.constantFrom(
  ...[".agent/teams/s1", ".agent/teams/s2", ".kaizen/agents/ada", ".kaizen/agents/eve", ".microai/knowledge/shared"],
  ...[".claude/agents", "agents", "docs", ".git", ".git/hooks", ".claude", ".github/workflows", "src"],
);
const paths = fc.tuple(places, names).map((parts) => parts.join("/"));
const owner = (path: string) =>
  path
    .split("/")
    .slice(0, path.startsWith(".microai") ? 1 : 3)
    .join("/");

describe("a link", () => {
  it("gives nobody but the Lead of the workspace what belongs to another session or agent", () => {
    fc.assert(
      fc.property(subjects, paths, paths, deeds, (subject, given, file, deed) => {
        if (!isOwned(given) || !isOwned(file) || owner(given) === owner(file)) return;
        const isDefinition = file.startsWith(".claude/") || file.startsWith("agents/");
        const reachesAll = subject !== null && subject.sessionKey === null;
        const mayRead = reachesAll || !file.startsWith(".agent/");
        const mayChange = reachesAll && isLead(subject) && !isDefinition;
        expect(refuseLink(subject, given, file, deed) === null).toBe(deed === "read" ? mayRead : mayChange);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives nobody what tools obey, wherever it is and whoever asks", () => {
    fc.assert(
      fc.property(subjects, paths, paths, deeds, (subject, given, file, deed) => {
        if (isOwned(file) || !/(?:^|\/)\./.test(file)) return; // ".git/hooks/notes.md"
        if (given !== file) expect(refuseLink(subject, given, file, deed)?.code).toBe("forbidden");
      }),
    );
  });

  it("to no document is never written by naming a file of one's own", () => {
    fc.assert(
      fc.property(subjects, fc.constantFrom("notes.md", "a/b.json", "ls/TEAM.md"), deeds, (subject, name, deed) => {
        for (const file of ["docs/notes.md", "README.md", "src/data.json", "package.json"])
          expect(refuseLink(subject, `.kaizen/agents/ada/${name}`, file, deed)).not.toBeNull();
      }),
    );
  });

  it("changes nothing for a path that is the file itself, and is one of ours", () => {
    fc.assert(
      fc.property(subjects, paths, deeds, (subject, path, deed) => {
        expect(refuseLink(subject, path, path, deed) === null).toBe(findShut(path) === null);
        const odd = path.replace("/s1/", "/a:b/");
        const isRead = deed === "read" && odd.startsWith(".agent/");
        expect(refuseLink(subject, odd, odd, deed) === null).toBe(isRead || findShut(odd) === null);
      }),
    );
  });

  it("is read by whoever reads the file, and edited by whoever may edit it", () => {
    const session = [".agent/teams/s1/TEAM-MEMORY.md", "docs/team-memory.md"] as const;
    for (const deed of ["read", "write"] as const) {
      expect(refuseLink(ROLES[2] ?? null, ...session, deed)).toBeNull();
      expect(refuseLink(ROLES[4] ?? null, ".kaizen/agents/ada/a.md", ".kaizen/agents/ada/memory.md", deed)).toBeNull();
      expect(refuseLink(LEAD, ".kaizen/agents/ada/a.md", ".kaizen/agents/eve/memory.md", deed)).toBeNull();
    }
    // The agent itself may not delete its memory, under whatever name.
    expect(
      refuseLink(ROLES[4] ?? null, ".kaizen/agents/ada/a.md", ".kaizen/agents/ada/memory.md", "remove"),
    ).not.toBeNull();
    expect(decideAccess(LEAD, "delete or move the memory of an agent")).toBeNull();
  });
});

describe("a file is known", () => {
  const asIs = (folder: string) => folder;
  it.each([
    // A disk that takes cases, Unicode forms and short names for one answers its own spelling.
    [".kaizen/agents/ada/MEMORY.md", ".kaizen/agents/ada/memory.md", ".kaizen/agents/ada/memory.md"],
    [".kaizen/agents/ada/MEMORY~1.MD", ".kaizen/agents/ada/memory.md", ".kaizen/agents/ada/memory.md"],
    [".kaizen/agents/ada/LS/TEAM-MEMORY.md", ".agent/teams/s1/TEAM-MEMORY.md", ".agent/teams/s1/TEAM-MEMORY.md"],
    [".kaizen/agents/ada/cafe\u0301.md", ".kaizen/agents/ada/caf\u00e9.md", ".kaizen/agents/ada/caf\u00e9.md"],
    [".agent/teams/s1/TEAM-MEMORY.md", ".Agent/Teams/s1/team-memory.md", ".agent/teams/s1/TEAM-MEMORY.md"],
    [".agent/teams/s1/TEAM-MEMORY.md", "docs/team-memory.md", "docs/team-memory.md"],
  ])("%s as what the disk has: %s", (given, real, known) => {
    expect(knownPath(given, real, asIs)).toBe(known);
  });

  it("below a folder of documents that is a link, but not in git's own", () => {
    const moved = (folder: string) => (folder === ".kaizen/agents" ? "tools/agents" : folder);
    expect(knownPath(".kaizen/agents/ada/x.md", "tools/agents/ada/x.md", moved)).toBe(".kaizen/agents/ada/x.md");
    expect(knownPath(".microai/x.md", "tools/agents/ada/x.md", moved)).toBe(".kaizen/agents/ada/x.md");
    const inGit = (folder: string) => (folder === ".kaizen/agents" ? ".git/agents" : folder);
    expect(knownPath(".kaizen/agents/ada/x.md", ".git/agents/ada/x.md", inGit)).toBe(".git/agents/ada/x.md");
  });
});
