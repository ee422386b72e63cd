import { Link } from "@/components/ui/link";
import { pages } from "@/lib/client/paths";
import type { BriefCitation } from "@/lib/contracts/briefs";

export function CitationLink({ workspace, citation }: { workspace: string; citation: BriefCitation }) {
  const { agent, session, role, line, path, quote } = citation;
  const href =
    agent !== null
      ? pages.agentLine(workspace, agent, line)
      : `${pages.memory(workspace, session ?? "")}?view=file&line=${line}`;
  return (
    <Link
      href={href}
      title={`${path}:${line}\n${quote}`}
      className="text-accent decoration-accent/40 hover:decoration-accent text-xs whitespace-nowrap underline underline-offset-2"
    >
      <bdi>{agent ?? `${session}, ${role}`}</bdi>:{line}
    </Link>
  );
}

export function Citations({ workspace, citations }: { workspace: string; citations: readonly BriefCitation[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {citations.map((citation, index) => (
        <CitationLink key={index} workspace={workspace} citation={citation} />
      ))}
    </span>
  );
}
