import { SearchView } from "@/components/search/search-view";
import { Header } from "@/components/shell/header";
import { say } from "@/lib/core/i18n/say";
import { segmentsOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Search"));

export default async function SearchPage({ params }: { params: Promise<{ workspace: string }> }) {
  return (
    <>
      <Header crumbs={[{ label: say("Search") }]} />
      <SearchView {...await segmentsOf(params)} />
    </>
  );
}
