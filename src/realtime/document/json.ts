// The content of a document as JSON. The server does not know with which types clients use the roots of a document, so the
// type of a root follows from what it contains.

import * as Y from 'yjs'
import { isTooDeep } from './levels.ts'

/** Returns the JSON of a document: an object of its root types. An empty root is null, and one that is nested too deeply. */
export function jsonOf(update: Uint8Array): string {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, update)
  const roots = [...doc.share.keys()].toSorted()
  const members = roots.map(name => `${JSON.stringify(name)}:${rootJson(doc, name)}`)
  doc.destroy()
  return `{${members.join(',')}}`
}

function rootJson(doc: Y.Doc, name: string): string {
  try {
    const root = rootOf(doc, name)
    return isTooDeep(root) ? 'null' : JSON.stringify(root, toJsonValue)
  } catch (error) {
    if (error instanceof RangeError) return 'null' // the stack of `toJSON`
    throw error
  }
}

function rootOf(doc: Y.Doc, name: string): unknown {
  const root = doc.get(name)
  const first = firstContent(root)
  if (first instanceof Y.ContentString || first instanceof Y.ContentFormat || first instanceof Y.ContentEmbed)
    return doc.getText(name).toJSON()
  if (first instanceof Y.ContentType && isXml(first.type)) return doc.getXmlFragment(name).toJSON()
  if (first) return doc.getArray(name).toJSON()
  const isMap = [...root._map.values()].some(({ deleted }) => !deleted)
  return isMap ? doc.getMap(name).toJSON() : null
}

/** Returns the content of the first item of a sequence that is not deleted. */
function firstContent({ _start }: Y.AbstractType<unknown>): Y.Item['content'] | undefined {
  let item = _start
  while (item?.deleted) item = item.right
  return item?.content
}

const isXml = (type: unknown): boolean =>
  type instanceof Y.XmlElement || type instanceof Y.XmlText || type instanceof Y.XmlHook

/** Values of Yjs that JSON does not have: bytes become base64, big integers become text. */
function toJsonValue(this: unknown, _: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return value instanceof Uint8Array
    ? btoa(Array.from(value, byte => String.fromCharCode(byte)).join(''))
    : value
}
