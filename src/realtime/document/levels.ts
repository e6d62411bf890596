/** The most levels of a value of a document, as of the body of a request. Deeper ones would exhaust the stack of readers. */
const maxLevels = 100

const isNode = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array)

/** Whether a value has more levels than it may have. */
export function isTooDeep(root: unknown): boolean {
  let level = [root].filter(isNode)
  for (let depth = 0; depth < maxLevels && level.length > 0; depth++)
    level = level.flatMap(node => Object.values(node).filter(isNode))
  return level.length > 0
}
