"use client";
import { Header } from "@/components/shell/header";
import { PageFailure, type PageFailureProps } from "@/components/shell/page-failure";
import { say } from "@/lib/core/i18n/say";

/** Below the header, which leads on also where there is no room for the sidebar. */
export default function WorkspaceError(props: PageFailureProps) {
  return (
    <>
      <Header crumbs={[{ label: say("Not shown") }]} />
      <PageFailure level={2} {...props} />
    </>
  );
}
