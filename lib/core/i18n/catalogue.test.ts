import compile from "icu-minify/compile";
import { describe, expect, it } from "vitest";
import korean from "./korean.json";
import { readMessage } from "@/lib/core/i18n/say";
import { findSentences, type Found } from "./sentences.fixture";

const catalogue = new Map<string, string>(Object.entries(korean));

const found: Found = await findSentences();

/** The names of a message's arguments and tags, each once. */
function namesOf(message: string): string[] {
  const names = new Set<string>();
  const collect = (node: unknown) => {
    if (!Array.isArray(node)) return;
    const [name, , branches] = node as [unknown, unknown, unknown];
    if (typeof name === "string") names.add(name);
    for (const each of node.slice(1)) collect(each);
    if (typeof branches === "object" && branches !== null && !Array.isArray(branches)) {
      for (const branch of Object.values(branches)) collectAll(branch);
    }
  };
  const collectAll = (nodes: unknown) => {
    if (Array.isArray(nodes)) for (const node of nodes as unknown[]) collect(node);
  };
  collectAll(compile(message));
  return [...names].sort();
}

describe("the sentences of the dashboard", () => {
  it("are all in the Korean catalogue, and nothing else is", () => {
    const missing = [...found.sentences]
      .filter(([text]) => !catalogue.has(text))
      .map(([text, { at }]) => `${at} ${text}`);
    expect(missing).toEqual([]);
    expect([...catalogue.keys()].filter((text) => !found.sentences.has(text))).toEqual([]);
  });

  it("leave no text of an element and no label outside of the catalogue", () => {
    expect(found.bare).toEqual([]);
  });

  it("have the same values and tags in both languages", () => {
    const differing = [...found.sentences]
      .filter(([, { isMessage }]) => isMessage)
      .map(([english]) => [english, catalogue.get(english) ?? english] as const)
      .filter(([english, other]) => namesOf(english).join() !== namesOf(other).join());
    expect(differing).toEqual([]);
  });

  it("are read as the library reads them", () => {
    for (const [english, { isMessage }] of found.sentences) {
      if (!isMessage) continue;
      for (const message of [english, catalogue.get(english) ?? ""]) {
        expect(readMessage(message), message).toEqual(compile(message));
      }
    }
  });

  it("have values exactly where they are messages", () => {
    expect(found.unfit).toEqual([]);
  });
});
