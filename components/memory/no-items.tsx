import Link from "next/link";
import { Button, buttonClass } from "@/components/ui/button";
import { Changes } from "@/components/ui/changes";
import { EmptyState } from "@/components/ui/empty-state";
import { addressOf } from "@/lib/client/call";
import { pages, type SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/words/say";

/** A memory with no item at all yet. */
export function NoItems({ scope, onAdd }: { scope: SessionScope; onAdd: () => void }) {
  return (
    <EmptyState
      title={say("No items yet")}
      command={`curl -X POST "$WARDROOM_URL${addressOf("POST /sessions/{session}/memory/items", { params: scope })}" \\\n  -H "Authorization: Bearer $WARDROOM_TOKEN" -H "Content-Type: application/json" \\\n  -d '{"tag":"Finding","text":"What others should know"}'`}
      actions={
        <Changes>
          <Link href={pages.join(scope.workspace, scope.session)} className={buttonClass({ look: "primary" })}>
            {say("Add its agents")}
          </Link>
          <Button onClick={onAdd}>{say("Add as Lead")}</Button>
        </Changes>
      }
    >
      {say("The first item of any role appears here at once. A teammate writes with its own token:")}
    </EmptyState>
  );
}
