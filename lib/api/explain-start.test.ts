import { expect, it } from "vitest";
import { explainStart } from "@/lib/api/start-server";
import { AppError } from "@/lib/core/errors";

it.each([
  [Object.assign(new Error("EMFILE: too many open files, open 'x'"), { code: "EMFILE" }), /ulimit -n/],
  [Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }), /disk is full/],
  [new Error("invocation failed", { cause: new Error("SQLITE_FULL: database or disk is full") }), /disk is full/],
  [new Error("SQLITE_CORRUPT: database disk image is malformed"), /damaged.*doctor/],
  [new Error("SQLITE_READONLY: attempt to write a readonly database"), /permission/],
  [Object.assign(new Error("EROFS: read-only file system, mkdir 'x'"), { code: "EROFS" }), /WARDROOM_DATA/],
  [new AppError("busy", "It is locked.", { hint: "Wait." }), /^It is locked\. Wait\.$/],
])("explains %s in a sentence", (error, sentence) => {
  expect(explainStart(error)).toMatch(sentence);
});

it("leaves a fault of ours its stack", () => {
  expect(explainStart(new TypeError("x is not a function"))).toBeNull();
});
