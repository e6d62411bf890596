// The nesting limit of JSON.

/** The maximum number of levels of a body, and of an opaque object. */
export const maxJsonDepth = 100

const [quote, backslash] = [0x22, 0x5c]

/** The change of the level by each byte outside of strings. */
const levelChanges = new Int8Array(256)
for (const [open, close] of ['[]', '{}']) {
  levelChanges[open?.charCodeAt(0) ?? 0] = 1
  levelChanges[close?.charCodeAt(0) ?? 0] = -1
}

/** Whether JSON in UTF-8 exceeds the maximum number of levels. Reads it once, until the limit is exceeded. */
export function exceedsMaxDepth(json: Uint8Array): boolean {
  let levels = 0
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === quote) at = endOfString(json, at)
    levels += levelChanges[json[at] ?? 0] ?? 0
    if (levels > maxJsonDepth) return true
  }
  return false
}

/** Returns the index of the closing quote of the string that starts at `start`. */
function endOfString(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
