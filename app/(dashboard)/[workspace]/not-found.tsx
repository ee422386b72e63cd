import type { Metadata } from "next";
import { Header } from "@/components/shell/header";
import { NothingHere } from "@/components/shell/nothing-here";
import { say } from "@/lib/core/i18n/say";

export function generateMetadata(): Metadata {
  return { title: say("Not found") };
}

/** Below the header, which leads on also where there is no room for the sidebar. */
export default function WorkspaceNotFound() {
  return (
    <>
      <Header crumbs={[{ label: say("Not found") }]} />
      <NothingHere level={2} />
    </>
  );
}
