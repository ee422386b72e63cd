import { NotRead, type NotReadProps } from "@/components/shell/not-read";
import { SkeletonRows } from "@/components/ui/skeleton";
import { say } from "@/lib/core/i18n/say";

interface ReadingProps extends NotReadProps {
  rows?: number;
  height?: string;
}

/** The placeholder for a list that is being read: rows of its height, or why it could not be read. */
export function Reading({ rows, height, ...read }: ReadingProps) {
  if (read.error !== null && read.error !== undefined) return <NotRead {...read} />;
  return (
    <SkeletonRows
      label={say("Reading: {what}", { what: read.what })}
      {...(rows !== undefined && { rows })}
      {...(height !== undefined && { height })}
    />
  );
}
