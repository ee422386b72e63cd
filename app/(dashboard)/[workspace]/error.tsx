"use client";
import { Header } from "@/components/shell/header";
import { PageFailure, type PageFailureProps } from "@/components/shell/page-failure";

/** Below the header, which leads on also where there is no room for the sidebar. */
export default function WorkspaceError(props: PageFailureProps) {
  return (
    <>
      <Header crumbs={[{ label: "Not shown" }]} />
      <PageFailure level={2} {...props} />
    </>
  );
}
