import { Menu } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { Fragment, type ReactNode } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { say } from "@/lib/core/i18n/say";
import { Lookers } from "./lookers";

interface HeaderProps {
  /** The way here; the last is this page and its heading. */
  crumbs: { label: string; href?: string }[];
  tabs?: ReactNode;
  /** One to three actions. */
  children?: ReactNode;
}

export function Header({ crumbs, tabs, children }: HeaderProps) {
  return (
    <header className="border-line @container shrink-0 border-b">
      <div className="flex h-11 items-center gap-2.5 ps-4 pe-3">
        <span className="-ms-2 md:hidden">
          <ActionButton action="app.sidebar" label={say("Places and sessions")} look="ghost" size="icon">
            <Menu size={16} aria-hidden />
          </ActionButton>
        </span>
        <div className="flex min-w-0 items-center gap-2">
          {crumbs.map((crumb, index) => (
            <Fragment key={index}>
              {index > 0 && (
                <span aria-hidden className="text-fg-3 max-sm:hidden">
                  /
                </span>
              )}
              {index === crumbs.length - 1 ? (
                <h1 className="truncate font-semibold" dir="auto">
                  {crumb.label}
                </h1>
              ) : crumb.href ? (
                <Link href={crumb.href} className="text-fg-2 hover:text-fg max-sm:hidden">
                  {crumb.label}
                </Link>
              ) : (
                <span className="text-fg-2 max-sm:hidden">{crumb.label}</span>
              )}
            </Fragment>
          ))}
        </div>
        {tabs && <div className="ms-2 @max-4xl:hidden">{tabs}</div>}
        <span className="flex-1" />
        <Lookers />
        {children}
      </div>
      {tabs && <div className="no-scrollbar overflow-x-auto px-3 pb-1.5 @4xl:hidden">{tabs}</div>}
    </header>
  );
}
