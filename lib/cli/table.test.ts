import { expect, it } from "vitest";
import { displayWidth, renderTable } from "@/lib/cli/terminal-text";
import type { Column } from "@/lib/operations/terminal";
import { createPaint } from "@/lib/cli/paint";

interface Row {
  name: string;
  count: number;
  text: string;
}

const ROWS: Row[] = [
  { name: "연구원-1", count: 3, text: "환율은 나라마다 다른가? 🚀 하나, 둘, 셋" },
  { name: "implementer-1", count: 120, text: "short" },
];

function columns(style: (text: string) => string): Column<Row>[] {
  return [
    { title: "ROLE", value: ({ name }) => name, style },
    { title: "ITEMS", value: ({ count }) => String(count), align: "right" },
    { title: "TEXT", value: ({ text }) => text, shrinks: true },
  ];
}

it("lines columns up by the cells they take", () => {
  const table = renderTable(ROWS, columns(String), { paint: createPaint(false), width: undefined });
  expect(table).toBe(
    [
      "ROLE           ITEMS  TEXT",
      "연구원-1           3  환율은 나라마다 다른가? 🚀 하나, 둘, 셋",
      "implementer-1    120  short",
      "",
    ].join("\n"),
  );
});

it("cuts the column that gives way, also where it is coloured", () => {
  const paint = createPaint(true);
  const lines = renderTable(ROWS, columns(paint.name), { paint, width: 40 }).trimEnd().split("\n");
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40);
  expect(lines[1]).toContain("환율은 나라마다…");
  expect(lines[1]).toContain("\u001b[36m연구원-1\u001b[39m");
});
