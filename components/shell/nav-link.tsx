import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { UnderWay } from "./under-way";

interface NavLinkProps {
  href: string;
  current: boolean;
  children: ReactNode;
  /** A number at the end; hot when it waits for somebody. */
  count?: ReactNode;
  hot?: boolean;
  /** What the number counts, for who does not see its colour. */
  countLabel?: string;
  /** It only changes the query of the page that is open: the server need not be asked. */
  shallow?: boolean;
}

export function NavLink({ href, current, children, count, hot = false, countLabel, shallow = false }: NavLinkProps) {
  return (
    <Link
      href={href}
      {...(shallow && { prefetch: false })}
      onClick={(event) => {
        const here = shallow && new URL(href, location.href).pathname === location.pathname;
        if (!here || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        history.pushState(null, "", href);
      }}
      aria-current={current ? "page" : undefined}
      className={cx(
        "flex h-7 items-center gap-2 rounded-md px-2 select-none",
        current
          ? "bg-raised text-fg font-semibold shadow-[0_0_0_1px_var(--line)]"
          : "text-fg-2 hover:bg-hover hover:text-fg",
      )}
    >
      {children}
      <UnderWay />
      {count !== undefined && (
        <span
          title={countLabel}
          className={cx("ms-auto ps-1 text-xs", hot ? "text-warn font-semibold" : "text-fg-3 font-normal")}
        >
          {count}
          {countLabel && <span className="sr-only"> ({countLabel})</span>}
        </span>
      )}
    </Link>
  );
}
