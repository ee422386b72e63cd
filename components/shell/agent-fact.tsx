import { useQuery } from "@tanstack/react-query";
import { Fact } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { agentsQuery } from "@/lib/client/agents";
import { pages } from "@/lib/client/paths";
import { worksAs } from "@/lib/core/access/decide-access";
import { say } from "@/lib/core/i18n/say";

/** A link from a role to the agent it works as, if there is one. */
export function AgentFact({ workspace, role }: { workspace: string; role: string }) {
  const { data } = useQuery(agentsQuery(workspace));
  const agent = data?.items.find(({ name }) => worksAs(role, null, name));
  if (agent === undefined) return null;
  return (
    <Fact name={say("Agent")}>
      <Link href={pages.agent(workspace, agent.name)} prefetch={false} className="text-accent hover:underline">
        {agent.name}
      </Link>
    </Fact>
  );
}
