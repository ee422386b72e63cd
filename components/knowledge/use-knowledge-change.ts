"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast, type ToastMessage } from "@/components/ui/toast-queue";
import { undoKnowledge } from "@/lib/client/mutations/knowledge";
import { knowledgeKey } from "@/lib/client/queries/knowledge";
import { wordsOf } from "@/lib/client/request-error";
import type { KnowledgeChanged } from "@/lib/contracts/knowledge";

/** Carries out changes of knowledge and says what came of them; each tells whether it was done. */
export function useKnowledgeChange(workspace: string) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run(send: () => Promise<ToastMessage>, failed = "Nothing was changed"): Promise<boolean> {
    setBusy(true);
    try {
      toast(await send());
      return true;
    } catch (error) {
      const { message, hint } = wordsOf(error);
      toast({ title: failed, detail: hint ? `${message} ${hint}` : message, tone: "bad", timeout: 0 });
      return false;
    } finally {
      // Whoever asked goes on at once; the next act waits until what it rests on was read again.
      void client.invalidateQueries({ queryKey: knowledgeKey(workspace) }).finally(() => setBusy(false));
    }
  }

  /** A change of a registry or an index, with a way back. */
  const change = (title: string, send: () => Promise<KnowledgeChanged>) =>
    run(async () => {
      const { path, revision } = await send();
      if (revision === null) return { title: "Nothing was different" };
      const undo = () =>
        void run(async () => {
          await undoKnowledge(workspace, path, revision);
          return { title: "Undone" };
        }, "Not undone");
      return { title, action: { label: "Undo", run: undo } };
    });

  return { busy, run, change };
}
