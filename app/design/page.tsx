import { notFound } from "next/navigation";
import { Gallery } from "@/components/ui/gallery";

export const metadata = { title: "Primitives" };

export default function DesignPage() {
  // For who builds Wardroom; a served Wardroom has no such page.
  if (process.env.NODE_ENV === "production") notFound();
  return <Gallery />;
}
