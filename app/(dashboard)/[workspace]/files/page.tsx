import { redirect } from "next/navigation";
import { DocumentView } from "@/components/files/document-view";
import { Header } from "@/components/shell/header";
import { fileQuery } from "@/lib/client/files";
import { pages } from "@/lib/client/paths";
import { FileQuery } from "@/lib/contracts/files";
import { say } from "@/lib/core/i18n/say";
import { found, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("File"));

export default pageOf(async ({ scope, asked, caller, services, keep }) => {
  const { workspace } = scope;
  const { path: file, line: at, q } = await asked;
  const wanted = FileQuery.safeParse({ path: file });
  // Files are found by search; the list that once stood here led to this page.
  if (!wanted.success) redirect(pages.search(workspace, typeof q === "string" ? q : ""));
  const { path } = wanted.data;
  const line = Number(at);
  keep(fileQuery(workspace, path), await found(services.files.read(caller, scope, { path })));
  return (
    <>
      <Header crumbs={[{ label: say("Search"), href: pages.search(workspace, path) }, { label: path }]} />
      <DocumentView key={path} {...scope} path={path} line={Number.isInteger(line) && line > 0 ? line : null} />
    </>
  );
});
