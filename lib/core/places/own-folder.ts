/** Wardroom's folder for its data, in the base folder. */
const DATA = ".wardroom";

/**
 * The folder that relative paths of the settings are below. In a checkout it is the checkout. An installed package lies in a
 * `node_modules`, where nothing outlives the next installation: there it is the user's home folder. `wardroom` is the folder
 * of package.json.
 */
export function baseFolder(wardroom: string, home: string): string {
  return wardroom.split(/[\\/]/).includes("node_modules") ? home : wardroom;
}

/** Where history and tokens lie unless `WARDROOM_DATA` says otherwise. */
export function ownDataFolder(wardroom: string, home: string): string {
  return `${baseFolder(wardroom, home)}/${DATA}`;
}

/**
 * Where a replica remembers how a checkout stands: below the data folder, for nobody who writes in the checkout has a say in it. It is that of one
 * folder at one place: `root` is its real path, `identity` tells it from every other folder, and `hash` answers a sha256 as hex.
 */
export function replicaFolder(
  data: string,
  { root, identity }: { root: string; identity: string },
  hash: (text: string) => string,
): string {
  return `${data}/replicas/${hash(JSON.stringify([root, identity])).slice(0, 32)}`;
}
