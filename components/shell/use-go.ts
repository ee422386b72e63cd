import { useRouter } from "next/navigation";
import { useCallback } from "react";

/** Goes to a page from a key or the palette. */
export function useGo(): (href: string) => void {
  const router = useRouter();
  return useCallback((href) => router.push(href), [router]);
}
