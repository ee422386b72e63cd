/** Whether an id is one of a relay, which is longer than an item's: 8f4c2e61a7b34d5f */
export function isRelayId(id: string): boolean {
  return /^[0-9a-f]{16}$/.test(id);
}
