import { describe, expect, test } from "vitest";
import { parseAck, renderAck, spokenAcks } from "@/lib/core/context/ack";

const ACK = "[ACK-UPDATE] GC-v1 received. Items: 1/1. Impact: NONE. Action: CONTINUE";
const LONG = renderAck({ version: "GC-v2", applied: 2, total: 2, impact: "NONE", action: "PAUSE", unclear: [] });

describe("what a message says itself counts", () => {
  test.each([
    ["alone", ACK],
    ["after a sentence on a line of its own", `All read.\n${ACK}`],
    ["before more text", `${ACK}\n\nI go on with the parser.`],
    ["as a bullet", `- ${ACK}`],
    ["with emphasis", `**${ACK}**`],
    ["after a quotation that ended", `You said "go on".\n${ACK}`],
    ["behind a closed fence", `\`\`\`\nx\n\`\`\`\n${ACK}`],
  ])("%s", (_, text) => {
    expect(spokenAcks(text).map((each) => parseAck(each).version)).toEqual(["GC-v1"]);
  });

  test("in the form of several lines, whole, and beside a second one", () => {
    const said = spokenAcks(`Both:\n\n${ACK}\n\n${LONG}`);
    expect(said.map(parseAck)).toMatchObject([{ version: "GC-v1" }, { version: "GC-v2", applied: 2, action: "PAUSE" }]);
  });
});

describe("a quotation is no acknowledgement", () => {
  test.each([
    ["in a fence", `\`\`\`\n${ACK}\n\`\`\``],
    ["in a fence that nobody closed", `Like this:\n~~~text\n${ACK}`],
    ["in a block quote", `> ${ACK}`],
    ["in a block quote's lazy second line", `> The form is\n${ACK}`],
    ["indented as code", `Like this:\n\n    ${ACK}`],
    ["in inline code", `\`${ACK}\``],
    ["in inline code over two lines", `The form is \`first\nx\` and \`\n${ACK}\``],
    ["in quotation marks", `"${ACK}"`],
    ["in quotation marks over two lines", `It says “answer with\n${ACK}”.`],
    ["within a sentence", `I would answer ${ACK}`],
    ["in HTML", `<example>\n${ACK}\n</example>`],
    ["in a comment", `<!--\n${ACK}\n-->`],
    ["in a fence nested in a bullet", `- The form:\n  \`\`\`\n  ${ACK}\n  \`\`\``],
    ["in a quotation nested in a bullet", `- > ${ACK}`],
    ["in a table", `| form |\n| --- |\n| ${ACK} |`],
    ["as a numbered step", `1. ${ACK}`],
  ])("%s", (_, text) => {
    expect(spokenAcks(text)).toEqual([]);
  });

  test("and what stands in a fence is no part of the one before it", () => {
    const [said = ""] = spokenAcks(`[ACK-UPDATE] GC-v1 received.\n\n\`\`\`\nItems: 1/1. Action: CONTINUE\n\`\`\``);
    expect(() => parseAck(said)).toThrow("No valid ACK");
  });
});
