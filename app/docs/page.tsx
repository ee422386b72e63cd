import type { Metadata } from "next";
import { Glossary } from "@/components/terms/glossary";
import { pageCaller } from "@/lib/api/page-caller";

export const metadata: Metadata = { title: "Terms" };

export default async function DocsPage() {
  await pageCaller();
  return <Glossary />;
}
