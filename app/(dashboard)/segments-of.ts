import { notFound } from "next/navigation";
import { decodeSegment } from "@/lib/client/decode-segment";

/** What the segments of a page's address stand for; the page is not found where one stands for no text. */
export async function segmentsOf<Params extends Record<string, string>>(params: Promise<Params>): Promise<Params> {
  const decoded = Object.entries(await params).map(([name, segment]) => [name, decodeSegment(segment) ?? notFound()]);
  return Object.fromEntries(decoded) as Params;
}
