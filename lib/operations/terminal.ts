import type { z } from "zod";
import type { Diff } from "@/lib/contracts/revisions";

/** Text with or without colours, by what it means. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  warn(text: string): string;
  bad(text: string): string;
  name(text: string): string;
}

export interface Column<Row> {
  title: string;
  value: (row: Row) => string;
  align?: "right";
  style?: (text: string, row: Row) => string;
  /** The column that gives way where the line is too short. */
  shrinks?: true;
}

/** What a terminal prints with, and what was typed there. */
export interface Terminal<Given> {
  paint: Paint;
  /** Text that somebody else wrote, safe to print: on one line, as it stands, or byte by byte where a program reads it. */
  line: (text: string) => string;
  text: (text: string) => string;
  whole: (text: string) => string;
  time: (at: string | null) => string;
  table: <Row>(rows: readonly Row[], columns: readonly Column<Row>[]) => string;
  /** The lines that a change adds and removes. */
  changes: (hunks: Diff["hunks"]) => string;
  given: Given;
}

type Infer<T> = T extends z.ZodType ? z.infer<T> : unknown;

/** What was typed for the fields of an operation, and which of the switches. */
export type Given<P, Q, B> = Partial<Infer<P> & Infer<Q> & Infer<B>> & { switches: ReadonlySet<string> };

/** The flags of an option, what the help says of it, and what it is when left out. */
export type Option = readonly [flags: string, says: string, otherwise?: unknown];

/** The command of an operation, where the row has more to say of it than its usage. */
export interface MadeCommand<P, Q, B, R> {
  /** What the help says of it, where that is not the summary. */
  says?: string;
  /** What the help says of an argument, by its name, and the field that it is where that is called otherwise. */
  arguments?: Readonly<Record<string, string | readonly [says: string, field: string]>>;
  /** The fields that are options; no other is. */
  options?: { readonly [Field in keyof (Infer<Q> & Infer<B>)]?: Option };
  /** What its subject does where nothing more is typed. */
  byDefault?: true;
  /** Options without a value that are no field. */
  switches?: Readonly<Record<string, string>>;
  /** Lines that the help shows, behind `wardroom`; else one is made of the operation's example. */
  examples?: readonly string[];
  /** Fields that follow from what was typed. */
  fill?(given: Given<P, Q, B>): { [Field in keyof (Infer<Q> & Infer<B>)]?: unknown };
  /** What a person agrees to first; null where nobody is asked. */
  confirm?: ((given: Given<P, Q, B>, line: (text: string) => string) => string) | null;
  /** The role that the owner acts as. */
  as?(given: Given<P, Q, B>): string | undefined;
  /** The part of the answer that is shown, as JSON too. */
  part?(answer: Infer<R>, given: Given<P, Q, B>): Infer<R>;
  /** Warnings for the person at the terminal, printed beside the answer. */
  notes?(answer: Infer<R>): readonly string[];
  /** What a terminal prints; without it a line for each field. */
  print?(answer: Infer<R>, terminal: Terminal<Given<P, Q, B>>): string;
}
