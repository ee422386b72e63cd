import { redirect } from "next/navigation";
import { EmptyState } from "@/components/ui/empty-state";
import { pageCaller } from "@/lib/api/page-caller";
import { pages } from "@/lib/client/paths";
import { runtime } from "@/lib/runtime";
import { sayParts } from "@/components/ui/say-parts";
import { say } from "@/lib/core/i18n/say";

export default async function HomePage() {
  const caller = await pageCaller(null);
  const { services } = await runtime();
  const { items } = await services.workspaces.list(caller);
  const first = items[0];
  if (first) redirect(pages.overview(first.name));
  return (
    <main id="content">
      <EmptyState
        level={1}
        title={say("No workspace is served")}
        command="WARDROOM_WORKSPACES=name=/path/to/project npm start"
      >
        {sayParts("Start Wardroom with a project folder; it reads <code>.agent/teams</code> there.", {
          code: (inside) => <code>{inside}</code>,
        })}
      </EmptyState>
    </main>
  );
}
