import { useLinkStatus } from "next/link";

/** Within a link: shows that its page is being fetched, once that takes longer than anybody would notice. */
export function UnderWay() {
  const { pending } = useLinkStatus();
  return pending && <span aria-hidden className="animate-late bg-accent size-1.5 shrink-0 rounded-full" />;
}
