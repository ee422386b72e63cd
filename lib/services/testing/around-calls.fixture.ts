import type { Services } from "@/lib/services/services";

/** Who is let in, and who looks: no file has to do with them, and some answer at once. */
const NO_FILES = new Set<keyof Services>([
  "authentication",
  "signIn",
  "provider",
  "lookers",
  "browsers",
  "callers",
  "content",
]);
/** What goes on after it has answered. */
const LASTING = new Set(["subscribe", "watch", "follow"]);

type Call = (...given: unknown[]) => Promise<unknown>;

/** The same services, with `settled` before and after each call of one that may have to do with files, also of one that is refused. */
export function aroundCalls(services: Services, settled: () => Promise<void>): Services {
  return new Proxy(services, {
    get: (target, name) => {
      const room = Reflect.get(target, name) as object;
      return NO_FILES.has(name as keyof Services) ? room : around(room, settled);
    },
  });
}

function around<T extends object>(room: T, settled: () => Promise<void>): T {
  return new Proxy(room, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      if (LASTING.has(String(name))) return part;
      return typeof part === "function" || (typeof part === "object" && part !== null) ? around(part, settled) : part;
    },
    apply: async (target, self: unknown, given: unknown[]) => {
      await settled();
      try {
        return await Reflect.apply(target as unknown as Call, self, given);
      } finally {
        await settled();
      }
    },
  });
}
