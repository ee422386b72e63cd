import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";

export function NoticeBar({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <p
      role={bad ? "alert" : "status"}
      className={cx(
        "border-line text-fg border-b px-4 py-1.5 text-xs [overflow-wrap:anywhere]",
        bad ? "bg-bad-soft" : "bg-warn-soft",
      )}
    >
      {children}
    </p>
  );
}
