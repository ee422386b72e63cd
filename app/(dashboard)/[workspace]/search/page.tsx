import type { Metadata } from "next";
import { SearchView } from "@/components/search/search-view";
import { Header } from "@/components/shell/header";
import { segmentsOf } from "../../segments-of";

export const metadata: Metadata = { title: "Search" };

export default async function SearchPage({ params }: { params: Promise<{ workspace: string }> }) {
  const workspace = (await segmentsOf(params)).workspace;
  return (
    <>
      <Header crumbs={[{ label: "Search" }]} />
      <SearchView workspace={workspace} />
    </>
  );
}
