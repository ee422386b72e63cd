import { toast } from "@/components/ui/toast-queue";
import { explain, RequestError } from "@/lib/client/request-error";
import { nextSteps } from "./next-steps";

/** Says that something was not done, why, and what to do next. It stays until it is closed. Without an answer, `again` is offered. */
export function complain(title: string, error: unknown, again?: () => void): void {
  const isUnanswered = error instanceof RequestError && (error.code === "unreachable" || error.code === "busy");
  const [action] = again && isUnanswered ? [{ label: "Try again", run: again }] : nextSteps(error);
  toast({ title, detail: explain(error), tone: "bad", timeout: 0, ...(action && { action }) });
}
