import type { Metadata } from "next";
import { SearchView } from "@/components/search/search-view";
import { Header } from "@/components/shell/header";
import { say } from "@/lib/core/words/say";
import { segmentsOf } from "../../segments-of";

export function generateMetadata(): Metadata {
  return { title: say("Search") };
}

export default async function SearchPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  return (
    <>
      <Header crumbs={[{ label: say("Search") }]} />
      <SearchView workspace={workspace} />
    </>
  );
}
