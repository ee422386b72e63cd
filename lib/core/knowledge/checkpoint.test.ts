import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CheckpointContent,
  checkpointChecksum,
  parseCheckpoint,
  renderCheckpoint,
} from "@/lib/core/knowledge/checkpoint";
import {
  chooseCheckpoint,
  countBySession,
  nextEarlierFile,
  newestCheckpointFile,
  orderCheckpoints,
} from "@/lib/core/knowledge/checkpoint-name";

const OWNER = { team: "dev-architect", sessionId: "arch-2024-12-31-001" };

const CONTENT: CheckpointContent = {
  sessionId: OWNER.sessionId,
  team: OWNER.team,
  created: "2024-12-31T10:00:00.000Z",
  mode: "design",
  turnCount: 5,
  currentSpeaker: "developer",
  dialogueSummary: [{ turn: 1, speaker: "developer", summary: "Presented requirements" }],
  agreements: ["Use shared knowledge folder"],
  openIssues: ["Token enforcement"],
  nextAction: "Architect to propose design",
  loaded: [
    {
      id: "owasp-top-10",
      path: ".microai/knowledge/shared/owasp-top-10.md",
      hash: "a".repeat(64),
      tokens: 3000,
      summary: false,
      forced: true,
    },
  ],
};

/** What teams write by hand: no checksum, no team, no loaded set. */
const BY_HAND = `session_id: "arch-2024-12-31-001"
created: "2024-12-31T10:00:00Z"
state:
  mode: "design"
  turn_count: 5
  current_speaker: "developer"
dialogue_summary:
  - turn: 1
    speaker: "developer"
    summary: "Presented requirements"
agreements:
  - "Use shared knowledge folder"
open_issues:
  - "Token enforcement"
resume_hints:
  next_action: "Architect to propose design"
`;

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }).filter((text) => text.trim() !== "");
const count = fc.nat(100_000);
const anyContent: fc.Arbitrary<CheckpointContent> = fc.record({
  sessionId: fc.constant(OWNER.sessionId),
  team: fc.constantFrom(OWNER.team, null),
  created: fc
    .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
    .map((at) => at.toISOString()),
  mode: fc.option(words),
  turnCount: count,
  currentSpeaker: fc.option(words),
  dialogueSummary: fc.array(fc.record({ turn: count, speaker: words, summary: words }), { maxLength: 3 }),
  agreements: fc.array(fc.oneof(words, fc.constantFrom("no\nyes: - [x]", "# a", "null", "12", "~", "@", "a: b # c"))),
  openIssues: fc.array(words, { maxLength: 3 }),
  nextAction: fc.option(words),
  loaded: fc.array(
    fc.record({
      id: words,
      path: fc.option(words.map((text) => text.replaceAll("\\", "/"))),
      hash: fc.option(words),
      tokens: fc.option(count),
      summary: fc.boolean(),
      forced: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
});

const kindOf = (text: string, owner = OWNER) => parseCheckpoint(text, owner).fault?.kind;

describe("a checkpoint as it is written", () => {
  test("gives any content back, verified", () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const { text, checksum } = renderCheckpoint(content);
        expect(text.startsWith(`checksum: "${checksum}"\n`)).toBe(true);
        expect(parseCheckpoint(text, OWNER)).toEqual({ content, fault: null, verified: true, diagnostics: [] });
      }),
    );
  });

  test("is refused when it is cut off at any place", () => {
    const { text } = renderCheckpoint(CONTENT);
    for (let length = 0; length < text.length; length++) {
      const { content, fault } = parseCheckpoint(text.slice(0, length), OWNER);
      expect({ length, content }).toEqual({ length, content: null });
      expect(fault?.message).toMatch(/\S.{10,}/);
    }
  });

  test("is refused when any character of it was changed", () => {
    const { text } = renderCheckpoint(CONTENT);
    for (let at = text.indexOf("\n") + 1; at < text.length; at++) {
      const changed = `${text.slice(0, at)}x${text.slice(at + 1)}`;
      if (changed === text) continue;
      expect(parseCheckpoint(changed, OWNER).content).toBeNull();
    }
    expect(kindOf(text.replace("turn_count: 5", "turn_count: 6"))).toBe("checksum");
  });

  test("carries the sha256 of the file without the checksum's line, wherever that stands", () => {
    const { text, checksum } = renderCheckpoint(CONTENT);
    const body = text.slice(text.indexOf("\n") + 1);
    expect(checkpointChecksum(text)).toBe(checksum);
    expect(checkpointChecksum(`${body}checksum: ${checksum}`)).toBe(checksum);
    expect(parseCheckpoint(`${body}checksum: sha256:${checksum.toUpperCase()}\n`, OWNER).verified).toBe(true);
  });

  test("survives a checkout that turns line ends, and a byte order mark", () => {
    const { text } = renderCheckpoint(CONTENT);
    expect(parseCheckpoint(text.replaceAll("\n", "\r\n"), OWNER)).toMatchObject({ content: CONTENT, verified: true });
    expect(parseCheckpoint(`\uFEFF${text}`, OWNER)).toMatchObject({ content: CONTENT, verified: true });
  });
});

describe("a checkpoint written by hand", () => {
  test("is read, and said not to be verified", () => {
    const { content, verified, diagnostics } = parseCheckpoint(BY_HAND, OWNER);
    expect(content).toEqual({ ...CONTENT, created: "2024-12-31T10:00:00Z", team: null, loaded: [] });
    expect(verified).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(["unverified_checkpoint"]);
  });

  test("with a key that appears twice goes by the last, and says which key and where", () => {
    const twice = BY_HAND.replace('  mode: "design"\n', '  mode: "review"\n  mode: "design"\n');
    const { content, diagnostics } = parseCheckpoint(twice, OWNER);
    expect(content?.mode).toBe("design");
    expect(diagnostics[0]).toMatchObject({ code: "duplicate_key", range: { start: { line: 5, column: 3 } } });
    expect(diagnostics[0]?.message).toContain('"mode" appears twice, first on line 4');
  });

  test("may be JSON, with a checksum or without", () => {
    const { team: _team, loaded: _loaded, ...rest } = CONTENT;
    const fields = {
      session_id: rest.sessionId,
      created: rest.created,
      state: { mode: rest.mode, turn_count: "5", current_speaker: rest.currentSpeaker },
      dialogue_summary: ["Presented requirements"],
      agreements: rest.agreements,
      open_issues: null,
      resume_hints: {},
      loaded: ["owasp-top-10", { id: "threats", path: "..\\shared\\threats.md" }, { no: "id" }],
    };
    const json = JSON.stringify(fields, null, 2);
    const { content } = parseCheckpoint(json, OWNER);
    expect(content?.loaded.map(({ id, path }) => [id, path])).toEqual([
      ["owasp-top-10", null],
      ["threats", "../shared/threats.md"],
    ]);
    expect(content).toMatchObject({ turnCount: 5, openIssues: [], nextAction: null });
    expect(content?.dialogueSummary).toEqual([{ turn: 1, speaker: "unknown", summary: "Presented requirements" }]);
    expect(parseCheckpoint(JSON.stringify(fields), OWNER).content).toEqual(content);

    const withLine = json.replace("{\n", `{\n  "checksum": "${checkpointChecksum(json)}",\n`);
    expect(parseCheckpoint(withLine, OWNER)).toMatchObject({ content, verified: true });
    expect(kindOf(withLine.replace("developer", "architect"))).toBe("checksum");
    const onOneLine = JSON.stringify({ ...fields, checksum: "0".repeat(64) });
    expect(parseCheckpoint(onOneLine, OWNER)).toMatchObject({ content, verified: false });
    expect(kindOf(json.slice(0, -20))).toBe("truncated");
  });

  test("may be JSON of another program, which names a phase, a step and an agent", () => {
    const fields = {
      id: "cp-02",
      session_id: OWNER.sessionId,
      created_at: "2025-12-28T21:15:00Z",
      state: { phase: "requirements", current_agent: "pm-agent", current_step: 2, iteration_count: 0 },
      outputs: { spec: "# Spec" },
    };
    const expected = {
      mode: "requirements",
      turnCount: 2,
      currentSpeaker: "pm-agent",
      agreements: [],
      nextAction: null,
    };
    expect(parseCheckpoint(JSON.stringify(fields), OWNER)).toMatchObject({ content: expected, verified: false });
    expect(kindOf(JSON.stringify({ ...fields, created_at: undefined }))).toBe("missing_fields");
    const flat = {
      sessionId: "arch",
      savedAt: fields.created_at,
      mode: "design",
      currentStep: "two",
      nextAction: "go on",
    };
    expect(parseCheckpoint(JSON.stringify(flat), OWNER).content).toMatchObject({
      ...{ sessionId: OWNER.sessionId, created: fields.created_at, mode: "design", turnCount: 0, nextAction: "go on" },
    });
    const changed = JSON.stringify({ checksum: "0".repeat(64), session_id: OWNER.sessionId }, null, 2);
    expect(kindOf(changed)).toBe("checksum");
  });

  const REFUSED: [text: string, kind: string][] = [
    ["", "truncated"],
    ["  \n", "truncated"],
    ["- a\n", "invalid"],
    ["just text", "invalid"],
    [BY_HAND.replace("  mode", " \tmode: {\n  mode"), "invalid"],
    [BY_HAND.slice(0, BY_HAND.indexOf("agreements")), "truncated"],
    [BY_HAND.slice(0, -5), "truncated"],
    [`${BY_HAND.slice(0, BY_HAND.indexOf("agreements"))}notes: whole\n`, "missing_fields"],
    [BY_HAND.replace(/^created.*\n/m, ""), "missing_fields"],
    [BY_HAND.replace(/turn_count: 5/, "turn_count: many"), "missing_fields"],
    [BY_HAND.replace(/created: .*/, "created: someday"), "missing_fields"],
    [BY_HAND.replace(/session_id: .*/, "session_id:"), "missing_fields"],
    [BY_HAND.replace("agreements:\n", "agreements: none\nextra:\n"), "missing_fields"],
    [BY_HAND.replace(/state:\n(?: {2}.*\n)+/, "state: on\n"), "missing_fields"],
    [`team: dev-qa\n${BY_HAND}`, "other_team"],
    [BY_HAND.replace("001", "002"), "other_session"],
    [`checksum: ${"0".repeat(64)}\n${BY_HAND}`, "checksum"],
    [`checksum: ${"0".repeat(64)}\n${BY_HAND.slice(0, 200)}`, "truncated"],
    ["a: &a [*a]\n", "missing_fields"],
    ["a: *none\n", "invalid"],
    ["[".repeat(100_000), "invalid"],
  ];
  test.each(REFUSED.map(([text, kind], index) => ({ index, text, kind })))(
    "is refused as $kind: $index",
    ({ text, kind }) => {
      const { content, fault } = parseCheckpoint(text, OWNER);
      expect([content, fault?.kind]).toEqual([null, kind]);
      expect(fault?.message).toMatch(/\S.{10,}/);
    },
  );

  test("names the line of what is no YAML", () => {
    const broken = BY_HAND.replace("agreements:", "agreements: {");
    expect(parseCheckpoint(broken, OWNER).fault?.line).toBeGreaterThan(10);
    expect(parseCheckpoint("a: b\nc: [}\nd: e\n", OWNER)).toMatchObject({ fault: { kind: "invalid", line: 2 } });
  });

  test("names in another Unicode form are the same names", () => {
    const owner = { team: "설계".normalize("NFC"), sessionId: "é-1".normalize("NFC") };
    const text = `team: ${"설계".normalize("NFD")}\n${BY_HAND.replace(OWNER.sessionId, "é-1".normalize("NFD"))}`;
    expect(parseCheckpoint(text, owner).fault).toBeNull();
  });
});

test("reading never fails, whatever the text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), anyYaml()), (text) => {
      const { content, fault } = parseCheckpoint(text, OWNER);
      expect((content === null) !== (fault === null)).toBe(true);
    }),
  );
});

function anyYaml(): fc.Arbitrary<string> {
  const line = fc.constantFrom(
    "session_id: x",
    "state: {",
    "  a: b",
    "- c",
    "created: 2024",
    "? [",
    "&a",
    "*a",
    "|",
    "'",
  );
  return fc.array(line).map((lines) => lines.join("\n"));
}

describe("names of checkpoints", () => {
  const files = [
    "a.2.yaml",
    "a.yaml",
    "a.10.yml",
    "ab.yaml",
    "a.1.json",
    "a.json",
    "a.txt",
    "a.md",
    "notes.yaml",
    "a.x.yaml",
  ];

  test("are ordered newest first", () => {
    expect(orderCheckpoints("a", files).map(({ file }) => file)).toEqual([
      "a.yaml",
      "a.json",
      "a.10.yml",
      "a.2.yaml",
      "a.1.json",
    ]);
    expect(orderCheckpoints("none", files)).toEqual([]);
    expect(orderCheckpoints("é".normalize("NFC"), [`${"é".normalize("NFD")}.yaml`])).toHaveLength(1);
  });

  test("of earlier ones count up", () => {
    expect(nextEarlierFile("a", files)).toBe("a.11.yaml");
    expect(nextEarlierFile("b", files)).toBe("b.1.yaml");
    expect(newestCheckpointFile("a")).toBe("a.yaml");
  });

  test("tell their sessions", () => {
    expect([...countBySession([...files, ".yaml"])]).toEqual([
      ["a", 5],
      ["a.x", 1],
      ["ab", 1],
      ["notes", 1],
    ]);
  });
});

test("the newest good one is chosen, and the faulty ones before it are told", () => {
  const good = { file: "b", reading: parseCheckpoint(BY_HAND, OWNER) };
  const bad = { file: "a", reading: parseCheckpoint("", OWNER) };
  expect(chooseCheckpoint([bad, good, bad])).toEqual({ chosen: good, faulty: [bad] });
  expect(chooseCheckpoint([bad, bad])).toEqual({ chosen: null, faulty: [bad, bad] });
  expect(chooseCheckpoint([])).toEqual({ chosen: null, faulty: [] });
});
