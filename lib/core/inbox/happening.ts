/** One event, as far as it tells a reader something. */
export interface Happening {
  id: number;
  at: string;
  actor: string;
  action: string;
  target: string;
  payload: Record<string, unknown>;
}

/** Who reads: a role or the Lead; a person reads what the Lead does, and is told of the Lead's deeds too. */
export interface Reader {
  role: string;
  isLead: boolean;
  /** Whether what `role` did is no news to this reader. */
  isOwn: boolean;
}
