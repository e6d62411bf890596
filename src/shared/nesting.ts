// How deep JSON may be nested.

/** The most levels of a body, and of an object that is kept as it came. */
export const mostLevels = 100

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
]

/** Whether JSON in UTF-8 has more levels than it may; read once from the beginning, and no further than that. */
export function isTooDeep(json: Uint8Array): boolean {
  let levels = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openBracket || byte === openBrace) {
      levels += 1
      if (levels > mostLevels) return true
    } else if (byte === closeBracket || byte === closeBrace) levels -= 1
  }
  return false
}
