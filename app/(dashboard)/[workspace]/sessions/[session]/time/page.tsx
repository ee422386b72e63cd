import { redirect } from "next/navigation";
import { pages, type SessionScope } from "@/lib/client/paths";
import { segmentsOf } from "../../../../page-of";

interface TimePageProps {
  params: Promise<SessionScope>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** What it once showed is a moment of the history. */
export default async function TimePage({ params, searchParams }: TimePageProps) {
  const { workspace, session } = await segmentsOf(params);
  const { at } = await searchParams;
  redirect(pages.moment(workspace, session, typeof at === "string" ? at : "now"));
}
