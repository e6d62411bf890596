/** Headers under their canonical names: `content-type` becomes `Content-Type`. */
export const canonicalNames = <Value>(headers: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name.toLowerCase().replace(/(^|-)[a-z]/g, letter => letter.toUpperCase()),
      value,
    ]),
  )
