import { LineCounter, parseAllDocuments } from "yaml";
import type { GateResult } from "@/lib/core/context/gate-result";
import { findFrontmatter } from "@/lib/core/context/frontmatter";
import { takeLines } from "@/lib/core/context/logical-lines";
import { allNodes, parseContext } from "@/lib/core/context/parse-context";
import { repeatedKeys } from "@/lib/core/yaml/repeated-keys";
import { yamlValue } from "@/lib/core/yaml/yaml-value";
import type { Diagnostic } from "@/lib/core/diagnostics";

/** What a gate record of any shape says; null for what it does not. Source: formats "Existing ones are listed". */
export interface GateReading {
  shape: "yaml" | "yaml-documents" | "markdown" | "broken";
  phase: number | null;
  /** The verdict as written. */
  verdict: string | null;
  /** The key it stood under. */
  verdictKey: string | null;
  /** What the verdict comes to. */
  result: GateResult | null;
  date: string | null;
  gcVersion: string | null;
  /** All top-level values, of several documents together; the first that has a key counts. */
  values: Record<string, unknown>;
  diagnostics: Diagnostic[];
}

const VERDICT_KEYS = ["result", "verdict", "gate_result"];

/** Reads a gate record; never fails. What is broken is reported with its line. */
export function readGateRecord(text: string): GateReading {
  const { bom, lines } = takeLines(text);
  const source = bom ? text.slice(1) : text;
  const front = findFrontmatter(lines);
  const rest = lines.slice(front.end);
  const markdown = front.end > 0 && rest.some((line) => /^(?:#{1,6}\s|[-*]\s+\*\*|\*\*)/.test(line)); // matches "## Evidence"
  if (markdown) return readMarkdown(text, lines.slice(1, front.end - 1).join("\n"));
  const { values, documents, diagnostics } = readYaml(source, 0);
  if (diagnostics.length > 0 && /^#{1,6}\s+\S/m.test(source) && documents === 0) return readMarkdown(text, ""); // matches "# Gate"
  const shape = diagnostics.some((d) => d.severity === "error") ? "broken" : documents > 1 ? "yaml-documents" : "yaml";
  return readingOf(shape, values, diagnostics);
}

function readMarkdown(text: string, frontmatter: string): GateReading {
  const { values, diagnostics } = readYaml(frontmatter, 1);
  const context = parseContext(text);
  for (const node of [context.preamble, ...allNodes(context.sections)]) {
    for (const { key, value } of node.entries) {
      const name = key?.toLowerCase().replaceAll(" ", "_");
      if (name !== undefined && name !== "" && !(name in values)) values[name] = value.replace(/^[*_`]+|[*_`]+$/g, ""); // matches "**" in "**PASSED**"
    }
  }
  return readingOf("markdown", values, diagnostics);
}

function readYaml(source: string, linesAbove: number) {
  const lineCounter = new LineCounter();
  const values: Record<string, unknown> = {};
  const diagnostics: Diagnostic[] = [];
  const all = parseAllDocuments(source, { lineCounter, uniqueKeys: false, prettyErrors: false });
  const documents = Array.isArray(all) ? all : [];
  let read = 0;
  for (const document of documents) {
    for (const error of document.errors) {
      const { line, col } = lineCounter.linePos(error.pos[0]);
      const start = { line: line + linesAbove, column: col };
      const message = `The record is not valid YAML: ${error.message}`;
      diagnostics.push({
        code: "bad_yaml",
        message,
        severity: "error",
        range: { start, end: { ...start, column: col + 1 } },
      });
    }
    if (document.errors.length > 0) continue;
    const built = yamlValue(document);
    if ("problem" in built) {
      diagnostics.push(atLine(1 + linesAbove, `The record cannot be read: ${built.problem}`));
      continue;
    }
    diagnostics.push(...repeatedKeys(document, lineCounter, linesAbove));
    const { value } = built;
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    read++;
    for (const [key, entry] of Object.entries(value)) if (!(key in values)) values[key] = entry;
  }
  if (read === 0 && diagnostics.length === 0 && source.trim() !== "") {
    diagnostics.push(atLine(1 + linesAbove, "The record holds no keys."));
  }
  return { values, documents: read, diagnostics };
}

function atLine(line: number, message: string): Diagnostic {
  return {
    code: "bad_yaml",
    message,
    severity: "error",
    range: { start: { line, column: 1 }, end: { line, column: 2 } },
  };
}

function readingOf(
  shape: GateReading["shape"],
  values: Record<string, unknown>,
  diagnostics: Diagnostic[],
): GateReading {
  const verdictKey = VERDICT_KEYS.find((key) => values[key] !== undefined && values[key] !== null) ?? null;
  const verdict = verdictKey === null ? null : plain(values[verdictKey]);
  const phase = /\d+/.exec(plain(values["phase"] ?? values["gate"]) ?? "")?.[0]; // matches "3" in "Phase 3"
  const version = /GC-v\d+/i.exec(plain(values["gc_version"] ?? values["gc-version"] ?? values["version"]) ?? "")?.[0]; // matches "GC-v4"
  const date = plain(values["date"] ?? values["evaluated"] ?? values["timestamp"]);
  const said = [...diagnostics];
  if (verdictKey === null && shape !== "broken") {
    const range = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
    said.push({
      code: "no_verdict",
      message: "The record has no result, verdict or gate_result.",
      severity: "warning",
      range,
    });
  }
  return {
    shape,
    phase: phase === undefined ? null : Number(phase),
    verdict,
    verdictKey,
    result: resultOf(verdict),
    date,
    gcVersion: version === undefined ? null : `GC-v${Number(version.slice(4))}`,
    values,
    diagnostics: said,
  };
}

function resultOf(verdict: string | null): GateResult | null {
  const word = (verdict ?? "").toUpperCase();
  if (word.includes("CONDITION")) return "CONDITIONAL_PASS";
  if (/\b(?:REJECT|FAIL|BLOCK|NOT\b)/.test(word)) return "REJECTED"; // matches "FAILED"
  return /\b(?:APPROVE|PASS)/.test(word) ? "APPROVED" : null; // matches "PASSED"
}

function plain(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return null;
}
