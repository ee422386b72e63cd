import { useQuery } from "@tanstack/react-query";
import { Mark } from "@/components/ui/mark";
import { faultsQuery } from "@/lib/client/files";
import { say } from "@/lib/core/i18n/say";

interface FaultMarkProps {
  workspace: string;
  /** Whether a path is one of the place's files. */
  within: (path: string) => boolean;
}

/** Says at a place, such as a session or a tab, that some of its files have errors nobody has fixed or dismissed. */
export function FaultMark({ workspace, within }: FaultMarkProps) {
  const { data } = useQuery(faultsQuery(workspace));
  const open = data?.items.filter((each) => each.state === "open" && !each.quiet && within(each.path)) ?? [];
  const files = new Set(open.map(({ path }) => path)).size;
  if (files === 0) return null;
  const words = say("{files, plural, one {# file} other {# files}} with errors", { files });
  return (
    <span title={words} className="inline-flex shrink-0 items-center">
      <Mark tone={open.some(({ severity }) => severity === "error") ? "bad" : "warn"} shape="diamond" />
      <span className="sr-only"> ({words})</span>
    </span>
  );
}
