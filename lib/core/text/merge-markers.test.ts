import { expect, it } from "vitest";
import { hasMergeMarkers } from "@/lib/core/text/merge-markers";

const CONFLICT = "<<<<<<< HEAD\n- ours\n=======\n- theirs\n>>>>>>> fix\n";

it.each([
  ["as git merge writes it", CONFLICT],
  ["with nothing on one side", "# T\n<<<<<<< Updated upstream\n=======\n- theirs\n>>>>>>> Stashed changes\n"],
  ["with the common text between", "<<<<<<< ours\na\n||||||| base\nb\n=======\nc\n>>>>>>> theirs\n"],
  ["with CRLF", CONFLICT.replaceAll("\n", "\r\n")],
  ["at the end of a file without a last line feed", `text\n${CONFLICT.trimEnd()}`],
  ["without labels", "<<<<<<<\na\n=======\nb\n>>>>>>>\n"],
])("knows an unfinished merge %s", (_, text) => {
  expect(hasMergeMarkers(text)).toBe(true);
});

it.each([
  ["a heading that is underlined", "Title\n=======\ntext\n"],
  ["a quotation within quotations", ">>>>>>> deep\n"],
  ["the marks within a line", "git writes <<<<<<< HEAD, ======= and >>>>>>> fix\n"],
  ["the marks in another order", ">>>>>>> fix\n=======\n<<<<<<< HEAD\n"],
  ["longer lines of the same signs", "<<<<<<<< HEAD\na\n========\nb\n>>>>>>>> fix\n"],
  ["indented marks, as in an example", CONFLICT.replace(/^(?=.)/gm, "    ")],
])("takes %s for no merge", (_, text) => {
  expect(hasMergeMarkers(text)).toBe(false);
});
