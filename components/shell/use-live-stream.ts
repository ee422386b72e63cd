"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createRefresher } from "@/lib/client/refresh";
import { openStream, type StreamState } from "@/lib/client/stream";

/** Keeps what is on screen current by the workspace's stream, and tells how the stream is. */
export function useLiveStream(workspace: string, after: number): StreamState {
  const client = useQueryClient();
  const [state, setState] = useState<StreamState>("connecting");
  // Where the first page began: pages that follow are told of everything since by the stream itself.
  const [start] = useState(after);
  useEffect(
    () => openStream(workspace, start, { ...createRefresher(client, workspace), onState: setState }),
    [client, workspace, start],
  );
  return state;
}
