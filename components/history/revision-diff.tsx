import { useQuery } from "@tanstack/react-query";
import { diffQuery } from "@/lib/client/memory";
import type { SessionScope } from "@/lib/client/paths";
import { say } from "@/lib/core/i18n/say";
import { TextDiff } from "./text-diff";
import { Unread } from "@/components/shell/read-failure";

interface RevisionDiffProps {
  scope: SessionScope;
  from: number;
  to: number;
  split: boolean;
}

/** What changed from one revision to another, with how much in a line above. */
export function RevisionDiff({ scope, from, to, split }: RevisionDiffProps) {
  const { data, error, refetch } = useQuery(diffQuery(scope, from, to));
  if (!data) return <Unread {...{ error, refetch }} />;
  if (data.hunks.length === 0) {
    return <p className="text-fg-2">{say("Both revisions have the same text.")}</p>;
  }
  return <TextDiff diff={data} split={split} label={say("Changes from revision {from} to {to}", { from, to })} />;
}
