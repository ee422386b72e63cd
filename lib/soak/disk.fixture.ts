import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Disk, DiskNode, NodeId } from "@/lib/soak/operation.fixture";

/** SQLite makes this file anew from the others whenever nobody has it open: what a power cut leaves in it says nothing. */
const SHARED_MEMORY = "-shm";

/** All that is below a folder. `adopt` hears of each place, and says which number it has. */
export function readDisk(root: string, adopt: (path: string) => NodeId): Disk {
  const disk: Disk = new Map();
  const visit = (path: string): NodeId => {
    const id = adopt(path);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) disk.set(id, { is: "link", target: readlinkSync(path) });
    else if (stat.isDirectory()) {
      const names = readdirSync(path).filter((name) => !name.endsWith(SHARED_MEMORY));
      disk.set(id, {
        is: "folder",
        mode: stat.mode,
        names: new Map(names.map((name) => [name, visit(join(path, name))])),
      });
    } else disk.set(id, { is: "file", mode: stat.mode, bytes: readFileSync(path) });
    return id;
  };
  visit(root);
  return disk;
}

/** Makes a folder, which must not be there, hold what a disk does. */
export function writeDisk(disk: Disk, root: string): void {
  const place = (id: NodeId, path: string) => {
    const node = disk.get(id);
    if (node === undefined) throw new Error(`${path} leads to nothing`);
    if (node.is === "link") symlinkSync(node.target, path);
    else if (node.is === "file") writeFileSync(path, node.bytes, { mode: node.mode & 0o777 });
    else {
      mkdirSync(path, { mode: node.mode & 0o777 });
      for (const [name, child] of node.names) place(child, join(path, name));
    }
  };
  place(0, root);
}

/** Paths at which two disks hold something else, with what; none where they are the same. */
export function differences(one: Disk, other: Disk): string[] {
  const [first, second] = [listDisk(one), listDisk(other)];
  const paths = [...new Set([...first.keys(), ...second.keys()])].sort();
  return paths.flatMap((path) => {
    const [a, b] = [first.get(path), second.get(path)];
    if (a !== undefined && b !== undefined && a.equals(b)) return [];
    const place = a === undefined || b === undefined ? 0 : a.findIndex((byte, at) => byte !== b[at]);
    return [`${path}: ${a?.length ?? "no"} bytes here, ${b?.length ?? "no"} there, other from ${place}`];
  });
}

function listDisk(disk: Disk): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  const visit = (id: NodeId, path: string) => {
    const node = disk.get(id);
    if (node?.is === "file") found.set(path, node.bytes);
    else if (node?.is === "link") found.set(path, Buffer.from(`→ ${node.target}`));
    else if (node !== undefined) {
      found.set(`${path}/`, Buffer.alloc(0));
      for (const [name, child] of node.names) visit(child, `${path}/${name}`);
    }
  };
  visit(0, "");
  return found;
}

/** A disk that can be changed without changing the one it was made of. */
export function copyDisk(disk: Disk): Disk {
  return new Map(
    [...disk].map(([id, node]): [NodeId, DiskNode] => [
      id,
      node.is === "folder"
        ? { ...node, names: new Map(node.names) }
        : node.is === "file"
          ? { is: "file", bytes: node.bytes, mode: node.mode }
          : node,
    ]),
  );
}
