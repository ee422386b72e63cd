"use client";
import NextLink from "next/link";
import { useState, type ComponentProps } from "react";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "prefetch"> {
  /** Never fetched ahead: one of many links that a pointer passes over, or one that stays on the page. */
  prefetch?: false;
}

/** A link to a page of ours, which is fetched ahead once somebody points at the link or comes to it by key: most are never opened. */
export function Link({ prefetch, children, ...props }: LinkProps) {
  const [isNear, setNear] = useState(false);
  const point = () => setNear(prefetch !== false);
  return (
    <NextLink {...props} prefetch={isNear ? null : false} onPointerOver={point} onFocusCapture={point}>
      {children}
    </NextLink>
  );
}
