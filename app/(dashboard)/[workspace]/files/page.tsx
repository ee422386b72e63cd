import { HydrationBoundary, dehydrate } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DocumentView } from "@/components/files/document-view";
import { FilesView } from "@/components/files/files-view";
import { Header } from "@/components/shell/header";
import { pageCaller } from "@/lib/api/page-caller";
import { FILES_SHOWN, fileQuery, filesQuery } from "@/lib/client/files";
import { pages } from "@/lib/client/paths";
import { createQueryClient } from "@/lib/client/query-client";
import { FileListQuery, FileQuery } from "@/lib/contracts/files";
import { runtime } from "@/lib/runtime";
import { say } from "@/lib/core/words/say";
import { found } from "../../or-not-found";
import { segmentsOf } from "../../segments-of";

interface PageProps {
  params: Promise<{ workspace: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export function generateMetadata(): Metadata {
  return { title: say("Files") };
}

export default async function FilesPage({ params, searchParams }: PageProps) {
  const workspace = (await segmentsOf(params)).workspace;
  const asked = await searchParams;
  const caller = await pageCaller(workspace);
  const { services } = await runtime();
  const client = createQueryClient();
  const wanted = FileQuery.safeParse({ path: asked.path });
  if (wanted.success) {
    const { path } = wanted.data;
    const line = Number(asked.line);
    client.setQueryData(
      fileQuery(workspace, path).queryKey,
      await found(services.files.read(caller, { workspace }, { path })),
    );
    return (
      <HydrationBoundary state={dehydrate(client)}>
        <Header crumbs={[{ label: say("Files"), href: pages.files(workspace) }, { label: path }]} />
        <DocumentView
          key={path}
          workspace={workspace}
          path={path}
          line={Number.isInteger(line) && line > 0 ? line : null}
        />
      </HydrationBoundary>
    );
  }
  if (asked.q === undefined) {
    const first = FileListQuery.parse({ limit: FILES_SHOWN });
    client.setQueryData(filesQuery(workspace).queryKey, await found(services.files.list(caller, { workspace }, first)));
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Header crumbs={[{ label: say("Files") }]} />
      <FilesView key={workspace} workspace={workspace} />
    </HydrationBoundary>
  );
}
