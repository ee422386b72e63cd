import type { Metadata } from "next";
import { Glossary } from "@/components/terms/glossary";
import { pageCaller } from "@/lib/api/page-caller";
import { say } from "@/lib/core/words/say";

export function generateMetadata(): Metadata {
  return { title: say("Terms") };
}

export default async function DocsPage() {
  await pageCaller(null);
  return <Glossary />;
}
