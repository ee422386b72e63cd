/** Whether the history is to be in PostgreSQL: `postgresql://user@host/database`. Anything else is the path of a SQLite file. */
export function isPostgresql(address: string): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}

/** The address of a PostgreSQL database without the password in it: what tells it from others, and may be shown. */
export function withoutPassword(address: string): string {
  return address.replace(/^(\w+:\/\/[^:@/?]*):[^@/?]*@/, "$1@").replace(/([?&])password=[^&]*&?/, "$1");
}
