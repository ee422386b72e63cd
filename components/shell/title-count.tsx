"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { sessionsQuery } from "@/lib/client/queries/sessions";
import { countWaiting } from "./waiting";

/** Puts the number of what waits before the tab's title, whoever sets that title. */
export function TitleCount({ workspace }: { workspace: string }) {
  const { data } = useQuery(sessionsQuery(workspace));
  const count = (data?.items ?? []).reduce((sum, session) => sum + countWaiting(session.counts), 0);

  useEffect(() => {
    function write() {
      // "(3) invoice-import · Memory" → "invoice-import · Memory"
      const plain = document.title.replace(/^\(\d+\) /, "");
      const wanted = count > 0 ? `(${count}) ${plain}` : plain;
      if (document.title !== wanted) document.title = wanted;
    }
    write();
    // Next sets the title when it shows a page, which may be after this.
    const observer = new MutationObserver(write);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [count]);
  return null;
}
