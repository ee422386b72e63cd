import fc from "fast-check";
import { expect, it } from "vitest";
import { findMentions } from "@/lib/services/inbox/mentions";

const NAMES = ["Dana", "Dana Kim", "민준", "Owner"];

it.each([
  ["@Dana, is this so?", ["Dana"]],
  ["(@dana kim) knows", ["Dana Kim"]],
  ["Ask @Danae or dana", []],
  ["@민준님 확인해 주세요", ["민준"]],
  ["mail ada@owner.example, see src/@owner/x", []],
  ["`@Dana` and ```\n@Owner\n```", []],
  ["@Nobody and @OWNER", ["Owner"]],
])("finds in %j %j", (text, expected) => {
  expect(findMentions(text, NAMES).map(({ name }) => name)).toEqual(expected);
});

it("finds only what stands in the text, whatever the text and the names are", () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ maxLength: 5 })), (text, names) => {
      for (const { written, name } of findMentions(text, names)) {
        expect(text).toContain(written);
        expect(names).toContain(name);
      }
    }),
  );
});
