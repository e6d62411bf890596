// How deep JSON may be nested.

/** The most levels of a body, and of an object that is kept as it came. */
export const maxJsonDepth = 100

const [quote, backslash] = [0x22, 0x5c]

/** What each byte outside of texts adds to the levels. */
const steps = new Int8Array(256)
for (const [open, close] of ['[]', '{}']) {
  steps[open?.charCodeAt(0) ?? 0] = 1
  steps[close?.charCodeAt(0) ?? 0] = -1
}

/** Whether JSON in UTF-8 has more levels than it may; read once from the beginning, and no further than that. */
export function exceedsMaxDepth(json: Uint8Array): boolean {
  let levels = 0
  for (let at = 0; at < json.length; at += 1) {
    if (json[at] === quote) at = endOfText(json, at)
    levels += steps[json[at] ?? 0] ?? 0
    if (levels > maxJsonDepth) return true
  }
  return false
}

/** Where the text ends that begins there. */
function endOfText(json: Uint8Array, begin: number): number {
  let at = begin + 1
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1
  return at
}
