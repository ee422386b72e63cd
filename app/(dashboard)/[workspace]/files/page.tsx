import { DocumentView, FilesView } from "@/components/files/files-view";
import { Header } from "@/components/shell/header";
import { FILES_SHOWN, fileQuery, filesQuery } from "@/lib/client/files";
import { pages } from "@/lib/client/paths";
import { FileListQuery, FileQuery } from "@/lib/contracts/files";
import { say } from "@/lib/core/words/say";
import { found, pageOf, titled } from "../../page-of";

export const generateMetadata = titled(() => say("Files"));

export default pageOf(async ({ scope, asked, caller, services, keep }) => {
  const { workspace } = scope;
  const { path: file, line: at, q } = await asked;
  const wanted = FileQuery.safeParse({ path: file });
  if (wanted.success) {
    const { path } = wanted.data;
    const line = Number(at);
    keep(fileQuery(workspace, path), await found(services.files.read(caller, scope, { path })));
    return (
      <>
        <Header crumbs={[{ label: say("Files"), href: pages.files(workspace) }, { label: path }]} />
        <DocumentView key={path} {...scope} path={path} line={Number.isInteger(line) && line > 0 ? line : null} />
      </>
    );
  }
  if (q === undefined) {
    const first = FileListQuery.parse({ limit: FILES_SHOWN });
    keep(filesQuery(workspace), await found(services.files.list(caller, scope, first)));
  }
  return (
    <>
      <Header crumbs={[{ label: say("Files") }]} />
      <FilesView key={workspace} {...scope} />
    </>
  );
});
