"use client";
import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { toast, type ToastMessage } from "@/components/ui/toast-queue";
import { complain } from "./complain";

/** Carries out acts, says what came of each, and reads anew what is kept under `key`. `run` tells whether it was done. */
export function useActing(key: QueryKey) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run(send: () => Promise<ToastMessage>, failed: string): Promise<boolean> {
    setBusy(true);
    try {
      toast(await send());
      return true;
    } catch (error) {
      complain(failed, error);
      return false;
    } finally {
      // Whoever asked goes on at once; the next act waits until what it rests on was read again.
      void client.invalidateQueries({ queryKey: key }).finally(() => setBusy(false));
    }
  }

  return { busy, run };
}
