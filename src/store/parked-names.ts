/** Names in a folder of parked outputs. */

const KEY = /^[0-9a-f]{10}(?:[0-9a-f]{2})?$/;
const LEAVING = /^([0-9a-f]{10}(?:[0-9a-f]{2})?)\.leaving-[0-9a-f]+$/;

/** True for what can be a recall key. */
export function isParkedKey(text: string): boolean {
  return KEY.test(text);
}

/** The name an entry bears while `gc` makes sure that nobody renewed it. */
export function leavingName(key: string, unique: string): string {
  return `${key}.leaving-${unique}`;
}

/** The key behind such a name, or null. */
export function leavingKey(name: string): string | null {
  return LEAVING.exec(name)?.[1] ?? null;
}
