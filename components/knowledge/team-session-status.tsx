import { Badge } from "@/components/ui/badge";

interface TeamSessionStatusProps {
  /** As the files say it, which may be any word. */
  status: string;
}

export function TeamSessionStatus({ status }: TeamSessionStatusProps) {
  return <Badge tone={status === "active" ? "accent" : status === "completed" ? "ok" : "neutral"}>{status}</Badge>;
}
