"use client";
import NextLink from "next/link";
import { useState, type ComponentProps } from "react";

interface LinkProps extends Omit<ComponentProps<typeof NextLink>, "prefetch"> {
  /** It is one of many that a pointer passes, or leads nowhere new: it is not fetched ahead at all. */
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
