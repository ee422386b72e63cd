import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { validate } from "dockerfile-utils";
import { openApi } from "@/app/api/routes";
import { PROJECT } from "@/lib/services/testing/test-wardroom.fixture";

const complaints = (text: string) => validate(text).map(({ message }) => message);

it("is a Dockerfile without a fault, of a server that is no root and is asked whether it is ready", async () => {
  const text = await readFile(join(PROJECT, "Dockerfile"), "utf8");
  expect(complaints(text)).toEqual([]);
  const lines = text.split("\n");
  expect(lines.lastIndexOf("USER node")).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith("FROM ")));
  const [asked] = /\/api\/health\/\w+/.exec(text) ?? [];
  expect(Object.keys(openApi().paths ?? {})).toContain(asked);
});

it("would be complained about otherwise", () => {
  for (const wrong of ["FORM node", "FROM node\nEXPOSE many", "FROM node\nHEALTHCHECK --every=1s CMD true"])
    expect(complaints(wrong)).not.toEqual([]);
});
