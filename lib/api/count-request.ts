import { runtime } from "@/lib/runtime";

/** Counts an answered request among the metrics of this process. Never throws: an answer does not depend on it. */
export function countRequest(method: string, address: string | null, status: number, seconds: number): void {
  runtime().then(
    ({ metrics }) => metrics.request(method, address ?? "none", status, seconds),
    () => undefined,
  );
}
