import { redirect } from "next/navigation";
import { pages } from "@/lib/client/paths";

export default async function SessionPage({ params }: { params: Promise<{ workspace: string; session: string }> }) {
  const { workspace, session } = await params;
  redirect(pages.memory(decodeURIComponent(workspace), decodeURIComponent(session)));
}
