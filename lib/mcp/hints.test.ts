import { expect, it } from "vitest";
import { problemOf } from "@/lib/api/problem";
import { AppError, type ErrorDetails } from "@/lib/core/errors";
import { forTools } from "@/lib/mcp/hints";

const told = (details: ErrorDetails) => forTools(problemOf(new AppError("conflict", "No.", details), "/api"));

it.each<[ErrorDetails, string]>([
  [{ hint: "Send a new item with {item.add}; it waits." }, "Send a new item with the tool `say`; it waits."],
  [{ hint: "Publish the first with {context.publish}." }, "Publish the first with the Lead's tool `publish`."],
  [{ hint: "List them with {viewer.list}." }, "List them with the dashboard."],
  [{ hint: "Ask the Lead." }, "Ask the Lead."],
])("a hint names the tool that takes the next step: %o", (details, hint) => {
  expect(told(details)).toMatchObject({ hint });
});

it("a problem without a hint is its code and sentence", () => {
  expect(told({})).toEqual({ code: "conflict", detail: "No.", hint: "", shown: [] });
});
