import type { Insights } from "@/lib/contracts/insights";
import { say } from "@/lib/core/words/say";
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
      title={say("Items read")}
      answers={say(
        "What nobody has seen: active items by how many of the {readers, plural, one {# teammate} other {# teammates}} read the memory after they were written, their writer aside.",
        { readers },
      )}
      query={query}
      empty={items === 0 ? say("Appears with the first item.") : undefined}
      legend={[
        { tone: "good", words: say("read by all") },
        { tone: "amount", words: say("by some") },
        { tone: "late", words: say("by nobody") },
      ]}
      table={{
        columns: [say("Written by"), say("Items"), say("Read by all"), say("By some"), say("By nobody")],
        rows: roles.map((each) => [each.role, each.items, each.byAll, each.bySome, each.byNobody]),
      }}
    >
      <BarRows
        label={say("{unread} of {items, plural, one {# item} other {# items}} read by nobody", { unread, items })}
        rows={roles.map(({ role, items: own, byAll, bySome, byNobody }) => ({
          name: role,
          parts: [
            { tone: "good", value: byAll, words: say("{byAll} read by all", { byAll }) },
            { tone: "amount", value: bySome, words: say("{bySome} by some", { bySome }) },
            { tone: "late", value: byNobody, words: say("{byNobody} by nobody", { byNobody }) },
          ],
          note: byNobody === 0 ? String(own) : say("{byNobody} of {own} unread", { byNobody, own }),
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
      title={say("Files several roles talk about")}
      answers={say(
        "Where roles meet: files that active items of two roles or more name; a larger circle is more items.{more, plural, =0 {} one { # more file not shown.} other { # more files not shown.}}",
        { more: Math.max(0, more) },
      )}
      query={query}
      empty={files.length === 0 ? say("Appears when items of two roles name the same file.") : undefined}
      table={{
        columns: [say("File"), ...roles, say("Total")],
        rows: files.map(({ file, counts, total }) => [file, ...counts, total]),
      }}
    >
      <GridChart
        label={say(
          "{files, plural, one {# file} other {# files}} named by several of {roles, plural, one {# role} other {# roles}}",
          { files: files.length + more, roles: roles.length },
        )}
        columns={roles}
        rows={files.map(({ file, counts }) => ({ name: file, counts }))}
      />
    </Figure>
  );
}
