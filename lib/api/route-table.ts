import { methods, placeOf, type Method, type Route } from "@/lib/api/define-route";

/** Routes by address and method. A method that an address does not have is refused there; two routes of one place are a fault. */
export function routeTable(routes: readonly Route[]): Record<string, Record<Method, Route>> {
  const table = new Map<string, Partial<Record<Method, Route>>>();
  for (const route of routes) {
    const { method, address } = placeOf(route.spec);
    const there = table.get(address) ?? {};
    if (there[method] !== undefined) throw new Error(`${method} ${address} is declared twice.`);
    table.set(address, { ...there, [method]: route });
  }
  return Object.fromEntries([...table].map(([address, those]) => [address, methods(those)]));
}
