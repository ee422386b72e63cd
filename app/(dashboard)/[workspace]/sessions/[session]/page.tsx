import { redirect } from "next/navigation";
import { pages } from "@/lib/client/paths";
import { segmentsOf } from "../../../segments-of";

export default async function SessionPage({ params }: { params: Promise<{ workspace: string; session: string }> }) {
  const { workspace, session } = await segmentsOf(params);
  redirect(pages.memory(workspace, session));
}
