import { copyDisk } from "@/lib/soak/disk.fixture";
import type { Disk, DiskNode, NodeId, Operation, Place, Recording } from "@/lib/soak/operation.fixture";
import type { Random } from "@/lib/soak/random.fixture";

/** What became of an operation that nothing made durable. */
type Fate = "kept" | "lost" | "torn";

/** A disk writes this much at once, or not. */
const SECTOR = 512;

/**
 * Ways in which a disk may leave out what was not synced: all of it, none of it (what `kill -9` leaves), names without contents
 * and contents without names, each by chance, and what was done last without what was done first.
 */
export const CUTS = ["all lost", "none lost", "names alone", "contents alone", "by chance", "reordered"] as const;
export type Cut = (typeof CUTS)[number];

/**
 * What a disk may hold after the power went once `count` operations were done. What a sync of its file or folder covers is
 * there. All else may be there or not, in any choice; a write also in part. A rename is there as a whole or not at all, as every
 * file system with a journal has it.
 */
export function afterPowerCut({ before, operations }: Recording, count: number, cut: Cut, random: Random): Disk {
  const disk = copyDisk(before);
  const done = operations.slice(0, count);
  const synced = syncedUpTo(done);
  const isDurable = (index: number, nodes: NodeId[]) => nodes.some((node) => index < (synced.get(node) ?? 0));
  const middle = count - 1 - random.below(Math.max(1, Math.min(count, 40)));
  done.forEach((operation, index) => {
    const fate = isDurable(index, nodesOf(operation)) ? "kept" : fateOf(cut, operation, index < middle, random);
    apply(disk, operation, fate, random);
  });
  return disk;
}

/** The disk as the process itself saw it after so many operations. */
export function afterKill({ before, operations }: Recording, count = operations.length): Disk {
  const disk = copyDisk(before);
  for (const operation of operations.slice(0, count)) apply(disk, operation, "kept", null);
  return disk;
}

function syncedUpTo(operations: Operation[]): Map<NodeId, number> {
  const synced = new Map<NodeId, number>();
  for (const operation of operations) {
    if (operation.kind !== "sync") continue;
    synced.set(operation.node, Math.max(operation.upTo, synced.get(operation.node) ?? 0));
  }
  return synced;
}

/** A sync of any of these makes an operation durable. */
function nodesOf(operation: Operation): NodeId[] {
  switch (operation.kind) {
    case "create":
    case "link":
    case "remove":
      return [operation.place.folder];
    case "rename":
      return [operation.from.folder, operation.to.folder];
    case "write":
    case "resize":
      return [operation.node];
    case "sync":
    case "mark":
      return [];
  }
}

function fateOf(cut: Cut, operation: Operation, isEarly: boolean, random: Random): Fate {
  const isContent = operation.kind === "write" || operation.kind === "resize";
  switch (cut) {
    case "all lost":
      return "lost";
    case "none lost":
      return "kept";
    case "names alone":
      return isContent ? "lost" : "kept";
    case "contents alone":
      return isContent ? "kept" : "lost";
    case "reordered":
      return isEarly ? "lost" : "kept";
    case "by chance":
      return random.pick(isContent ? ["kept", "lost", "torn"] : ["kept", "lost"]);
  }
}

function apply(disk: Disk, operation: Operation, fate: Fate, random: Random | null): void {
  switch (operation.kind) {
    case "create":
      // The file may be there without its name, for a rename or a link may give it another one.
      disk.set(operation.node, newNode(operation));
      if (fate === "kept") setName(disk, operation.place, operation.node);
      return;
    case "link":
      if (fate === "kept") setName(disk, operation.place, operation.node);
      return;
    case "remove":
      if (fate === "kept") removeName(disk, operation.place);
      return;
    case "rename":
      if (fate !== "kept") return;
      removeName(disk, operation.from);
      setName(disk, operation.to, operation.node);
      return;
    case "write":
      write(disk, operation, fate, random);
      return;
    case "resize":
      if (fate === "kept") resize(fileOf(disk, operation.node), operation.size, false);
      return;
    case "sync":
    case "mark":
      return;
  }
}

function newNode({ is, target, mode }: Extract<Operation, { kind: "create" }>): DiskNode {
  if (is === "link") return { is, target };
  return is === "file" ? { is, bytes: Buffer.alloc(0), mode } : { is, names: new Map(), mode };
}

function write(
  disk: Disk,
  { node, at, bytes }: Extract<Operation, { kind: "write" }>,
  fate: Fate,
  random: Random | null,
): void {
  if (fate === "lost") return;
  const file = fileOf(disk, node);
  resize(file, Math.max(file.bytes.length, at + bytes.length), true);
  if (fate === "kept" || random === null) bytes.copy(file.bytes, at);
  else {
    // The file is as long as it was to be, and of what was written some parts are in it.
    for (let from = 0; from < bytes.length; from += SECTOR) {
      if (random.chance(0.5)) bytes.copy(file.bytes, at + from, from, Math.min(from + SECTOR, bytes.length));
    }
  }
}

/** Gives a file another length, and bytes of its own where it is to be written: those it has may be another disk's. */
function resize(file: Extract<DiskNode, { is: "file" }>, size: number, isWritten: boolean): void {
  const before = file.bytes.length;
  if (file.room === undefined || file.room.length < size) {
    if (size <= before && !isWritten) {
      file.bytes = file.bytes.subarray(0, size);
      return;
    }
    file.room = Buffer.alloc(Math.max(2 * size, SECTOR));
    file.bytes.copy(file.room);
  }
  file.bytes = file.room.subarray(0, size);
  if (size > before) file.bytes.fill(0, before);
}

function fileOf(disk: Disk, id: NodeId): Extract<DiskNode, { is: "file" }> {
  const node = disk.get(id);
  if (node?.is !== "file") throw new Error(`node ${id} is no file`);
  return node;
}

function namesOf(disk: Disk, id: NodeId): Map<string, NodeId> {
  const node = disk.get(id);
  if (node?.is !== "folder") throw new Error(`node ${id} is no folder`);
  return node.names;
}

function setName(disk: Disk, { folder, name }: Place, node: NodeId): void {
  namesOf(disk, folder).set(name, node);
}

function removeName(disk: Disk, { folder, name }: Place): void {
  namesOf(disk, folder).delete(name);
}
