import { toast } from "@/components/ui/toast-queue";
import { wordsOf } from "@/lib/client/request-error";

/** Says that something was not done, why, and what to do next. It stays until it is closed. */
export function complain(title: string, error: unknown): void {
  const { message, hint } = wordsOf(error);
  toast({ title, detail: hint ? `${message} ${hint}` : message, tone: "bad", timeout: 0 });
}
