import { toast, type ToastMessage } from "@/components/ui/toast-queue";
import { pages } from "@/lib/client/paths";
import { explain, RequestError } from "@/lib/client/request-error";
import { say } from "@/lib/core/i18n/say";
import { nextSteps } from "./next-steps";

/** Says that something was not done, why, and what to do next. It stays until it is closed. Without an answer, `again` is offered. */
export function complain(title: string, error: unknown, again?: () => void): void {
  const action = stepFor(error, again);
  toast({ title, detail: explain(error), tone: "bad", timeout: 0, ...(action && { action }) });
}

function stepFor(error: unknown, again: (() => void) | undefined): ToastMessage["action"] {
  const code = error instanceof RequestError ? error.code : undefined;
  if (code === "unauthenticated") return { label: say("Sign in"), href: pages.login() };
  if (again && (code === "unreachable" || code === "busy")) return { label: say("Try again"), run: again };
  return nextSteps(error)[0];
}
