/** What a change was to bring about. Once it was acknowledged, it has to be true after anything that may happen. */
export type Claim =
  /** An item in a section, once, by one author. */
  | { kind: "item"; session: string; role: string; text: string }
  /** One that waits for the Lead. */
  | { kind: "relay"; session: string; role: string; text: string }
  /** One that waited, and was written; its number is that of the claim before. */
  | { kind: "approved"; session: string; role: string; text: string }
  | { kind: "archived"; session: string; text: string }
  /** A session is listed, or lies in the trash. The last one about a session counts. */
  | { kind: "session"; session: string; isThere: boolean }
  /** A version of a context, with that sentence in it. */
  | { kind: "published"; session: string; version: string; sentence: string }
  /** A token lets in. */
  | { kind: "token"; token: string }
  /** A line of an agent's memory. */
  | { kind: "learnt"; agent: string; text: string };

/** A change that was asked for, and whether the answer said that it is done. */
export interface Asked {
  claim: Claim;
  acknowledged: boolean;
}
