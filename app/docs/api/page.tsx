import type { Metadata } from "next";
import { headers } from "next/headers";
import { openApi } from "@/app/api/routes";
import { ApiReference } from "@/components/reference/api-reference";
import { PROBLEM_GUIDES } from "@/lib/api/openapi-problems";
import { ownListening } from "@/lib/api/listening";
import { originAsked } from "@/lib/api/own-host";
import { forPrograms } from "@/lib/contracts/own-host";
import { pageCaller } from "@/lib/api/page-caller";
import { runtime } from "@/lib/runtime";

export function generateMetadata(): Metadata {
  return { title: "API" };
}

export default async function ApiPage() {
  const caller = await pageCaller(null);
  const { services } = await runtime();
  const { items } = await services.workspaces.list(caller);
  const origin = forPrograms(originAsked(await headers(), ownListening()));
  return (
    <ApiReference
      document={openApi()}
      problems={PROBLEM_GUIDES}
      target={{ origin, workspace: items[0]?.name ?? "example" }}
    />
  );
}
