import { expect, test } from "vitest";
import { readPage } from "@/components/testing/read-page.fixture";
import { useSearchPlace } from "@/components/search/search-view";

function Probe() {
  const { q, wanted, isNarrowed } = useSearchPlace();
  return <>{JSON.stringify({ q, wanted, isNarrowed })}</>;
}

function read(address: string): unknown {
  return JSON.parse(readPage(<Probe />, { address }).replaceAll("&quot;", '"'));
}

test("a search is read from its address: the words, and each filter as the API takes it", () => {
  expect(read("?q=ledger")).toEqual({ q: "ledger", wanted: {}, isNarrowed: false });
  const narrowed =
    "?q=ledger&kind=item,context&role=Lead&tag=Finding,Warning&state=active&session=a&since=2026-02-09T10:00:00.000Z";
  expect(read(narrowed)).toEqual({
    q: "ledger",
    wanted: {
      ...{ kind: "item,context", role: "Lead", tag: "Finding,Warning", state: "active", session: "a" },
      since: "2026-02-09T10:00:00.000Z",
    },
    isNarrowed: true,
  });
  expect(read("?kind=nonsense")).toMatchObject({ isNarrowed: false });
});
