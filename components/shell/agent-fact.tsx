import { useQuery } from "@tanstack/react-query";
import { Fact } from "@/components/ui/facts";
import { Link } from "@/components/ui/link";
import { agentsQuery } from "@/lib/client/agents";
import { pages } from "@/lib/client/paths";
import { worksAs } from "@/lib/core/access/decide-access";
import { say } from "@/lib/core/words/say";

/** Leads from a role to the agent that it works as; renders nothing if there is none. */
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
