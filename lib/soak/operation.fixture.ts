/** One file, folder or link of a recorded folder, whatever it is called at the moment. */
export type NodeId = number;

/** A name in a folder. */
export interface Place {
  folder: NodeId;
  name: string;
}

/** One thing a process did to the disk, once it was done. A `mark` is none: it says what was promised to whom at that point. */
export type Operation =
  | { kind: "create"; place: Place; node: NodeId; is: "file" | "folder" | "link"; target: string; mode: number }
  | { kind: "link"; place: Place; node: NodeId }
  | { kind: "remove"; place: Place }
  | { kind: "rename"; from: Place; to: Place; node: NodeId }
  | { kind: "write"; node: NodeId; at: number; bytes: Buffer }
  | { kind: "resize"; node: NodeId; size: number }
  /** All that was done to a file, or to the names in a folder, before the operation numbered `upTo` outlasts a power cut. */
  | { kind: "sync"; node: NodeId; upTo: number }
  | { kind: "mark"; mark: unknown };

/** What a file, folder or link holds. */
export type DiskNode =
  | {
      is: "file";
      bytes: Buffer;
      mode: number;
      /** Where the bytes lie, with room for more, once this disk has them for itself. */
      room?: Buffer;
    }
  | { is: "folder"; names: Map<string, NodeId>; mode: number }
  | { is: "link"; target: string };

/** A folder with all that is in it; node 0 is the folder itself. */
export type Disk = Map<NodeId, DiskNode>;

/** What was on the disk when recording began, all of it durable, and everything done since. */
export interface Recording {
  before: Disk;
  operations: Operation[];
}
