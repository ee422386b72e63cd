import { useAwake } from "@/components/ui/use-awake";
import type { DayOf } from "./timeline-rows";

const here: DayOf = (at) => new Date(at).toDateString();
const utc: DayOf = (at) => at.slice(0, 10);

/** Days as the reader's calendar has them; the server does not know that calendar and draws them by UTC. */
export function useDay(): DayOf {
  return useAwake() ? here : utc;
}
