import { redirect } from "next/navigation";
import { pages, type SessionScope } from "@/lib/client/paths";
import { segmentsOf } from "../../../page-of";

export default async function SessionPage({ params }: { params: Promise<SessionScope> }) {
  const { workspace, session } = await segmentsOf(params);
  redirect(pages.memory(workspace, session));
}
