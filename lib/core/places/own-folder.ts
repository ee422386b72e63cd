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
