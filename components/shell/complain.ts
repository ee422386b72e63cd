import { toast } from "@/components/ui/toast-queue";
import { explain } from "@/lib/client/request-error";
import { nextSteps } from "./next-steps";

/** Says that something was not done, why, and what to do next. It stays until it is closed. */
export function complain(title: string, error: unknown): void {
  const [action] = nextSteps(error);
  toast({ title, detail: explain(error), tone: "bad", timeout: 0, ...(action && { action }) });
}
