import type { Insights } from "@/lib/contracts/insights";
import { sayCount } from "@/lib/core/text/say-count";
import { BarRows } from "./bar-rows";
import { Figure } from "./figure";
import { GridChart } from "./grid-chart";

/** Which active items were ever read, by who wrote them. */
export function ReadsFigure({ data, query }: { data: NonNullable<Insights["reads"]>; query: string }) {
  const { roles, readers } = data;
  const items = roles.reduce((sum, each) => sum + each.items, 0);
  const unread = roles.reduce((sum, each) => sum + each.byNobody, 0);
  return (
    <Figure
      title="Items read"
      answers={`What nobody has seen: active items by how many of the ${sayCount(readers, "teammate")} read the memory after they were written, their writer aside.`}
      query={query}
      empty={items === 0 ? "Appears with the first item." : undefined}
      legend={[
        { tone: "good", words: "read by all" },
        { tone: "amount", words: "by some" },
        { tone: "late", words: "by nobody" },
      ]}
      table={{
        columns: ["Written by", "Items", "Read by all", "By some", "By nobody"],
        rows: roles.map((each) => [each.role, each.items, each.byAll, each.bySome, each.byNobody]),
      }}
    >
      <BarRows
        label={`${unread} of ${sayCount(items, "item")} read by nobody`}
        rows={roles.map(({ role, items: own, byAll, bySome, byNobody }) => ({
          name: role,
          parts: [
            { tone: "good", value: byAll, words: `${byAll} read by all` },
            { tone: "amount", value: bySome, words: `${bySome} by some` },
            { tone: "late", value: byNobody, words: `${byNobody} by nobody` },
          ],
          note: byNobody === 0 ? String(own) : `${byNobody} of ${own} unread`,
        }))}
      />
    </Figure>
  );
}

/** Which files are in the items of two roles or more. */
export function FilesFigure({ data, query }: { data: NonNullable<Insights["files"]>; query: string }) {
  const { roles, files, more } = data;
  return (
    <Figure
      title="Files several roles talk about"
      answers={`Where roles meet: files that active items of two roles or more name; a larger circle is more items.${more > 0 ? ` ${sayCount(more, "more file")} not shown.` : ""}`}
      query={query}
      empty={files.length === 0 ? "Appears when items of two roles name the same file." : undefined}
      table={{
        columns: ["File", ...roles, "Total"],
        rows: files.map(({ file, counts, total }) => [file, ...counts, total]),
      }}
    >
      <GridChart
        label={`${sayCount(files.length + more, "file")} named by several of ${sayCount(roles.length, "role")}`}
        columns={roles}
        rows={files.map(({ file, counts }) => ({ name: file, counts }))}
      />
    </Figure>
  );
}
