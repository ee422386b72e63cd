import type { z } from "zod";
import { request, type RequestOptions } from "@/lib/client/request";
import type { Declared } from "@/lib/operations/operations";

/** Method and address of an operation, as its row declares them: any other is an error of types. */
export type Address = Declared["http"];

type TypesOf<A extends Address> = NonNullable<Extract<Declared, { http: A }>["types"]>;
type AnswerOf<A extends Address> = TypesOf<A>["response"] extends z.ZodType ? z.infer<TypesOf<A>["response"]> : null;
type Given<Name extends string, Field> = Field extends z.ZodType ? Record<Name, z.input<Field>> : unknown;
type Asked<Field> = Field extends z.ZodType ? { query?: Partial<z.input<Field>> } : unknown;

/** What stands in the address of an operation: its parameters and its query. */
export type Place<A extends Address> = Given<"params", TypesOf<A>["params"]> & Asked<TypesOf<A>["query"]>;

/** All that an operation takes. */
export type Call<A extends Address> = Place<A> &
  Given<"body", TypesOf<A>["body"]> &
  Pick<RequestOptions, "ifMatch" | "idempotencyKey" | "signal">;

type Values = Readonly<Record<string, string | number | undefined>>;

interface AnyPlace {
  params?: Values;
  query?: Values;
}

/** The address of an operation on the server, with what it takes there filled in. */
export function addressOf<A extends Address>(address: A, place: Place<A>): string {
  const { params = {}, query = {} } = place as AnyPlace;
  const path = address.slice(address.indexOf("/"));
  const whole = path.startsWith("/api/") ? path : `/api/v1/workspaces/{workspace}${path}`;
  return fillAddress(whole, params, query);
}

/** An address with its parameters filled in, and with what is defined of its query. */
export function fillAddress(address: string, params: Values, query: Values = {}): string {
  const path = address.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return asked.length === 0 ? path : `${path}?${new URLSearchParams(asked)}`;
}

/** Carries out an operation and gives what it answers: the server holds each answer to the operation's contract. */
export function call<A extends Address>(address: A, given: Call<A>): Promise<AnswerOf<A>> {
  const method = address.slice(0, address.indexOf(" ")) as NonNullable<RequestOptions["method"]>;
  return request<AnswerOf<A>>(addressOf(address, given), { ...(given as RequestOptions), method });
}
