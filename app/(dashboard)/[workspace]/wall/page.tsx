import { redirect } from "next/navigation";
import { pages } from "@/lib/client/paths";
import { segmentsOf } from "../../page-of";

/** What it once showed is a mode of the overview. */
export default async function WallPage({ params }: { params: Promise<{ workspace: string }> }) {
  redirect(pages.wall((await segmentsOf(params)).workspace));
}
