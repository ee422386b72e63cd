/** What to do where no server answers at an origin: only one of this machine is started from here. */
export function noAnswerHint(origin: string): string {
  const { hostname } = new URL(origin);
  if (/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return "Start it with: wardroom serve";
  return "Check the address and the network, and ask whoever runs that server whether it is up.";
}
