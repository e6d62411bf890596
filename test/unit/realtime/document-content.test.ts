// The stored content of a synchronised document.
import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { Content } from '../../../src/realtime/document/content.ts'
import {
  maxChanges,
  maxDocumentBytes,
  maxItems,
  maxRowBytes,
  maxWaitingItems,
} from '../../../src/realtime/document/limits.ts'
import { DocumentStore } from '../../../src/realtime/document/store.ts'
import { rounds } from '../../support/rounds.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

function stored() {
  const { sql, returned } = sqlStorage()
  const store = new DocumentStore(sql)
  const open = () => new Content(new DocumentStore(sql))
  return { sql, store, content: new Content(store), returned, open }
}

/** A client's document, and the updates of its changes. */
function editor() {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  return { doc, updates, text: doc.getText('body') }
}

const textOf = (content: Content) => content.doc.getText('body').toString()

const many = rounds({ quick: 2000, all: 10_000 })

describe('a document', () => {
  test(`of ${many} updates is opened from at most 500 changes and its state, and is the same`, () => {
    const { content, returned, open } = stored()
    const { text, updates, doc } = editor()
    for (let at = 0; at < many; at++) {
      text.insert((at * 7919) % (text.length + 1), String(at % 10))
      if (at % 5 === 4) text.delete((at * 31) % text.length, 1)
    }
    for (const update of updates) expect(content.apply(update).outcome).toBe('stored')
    const reopened = open()
    returned.rows = 0
    expect(textOf(reopened)).toBe(text.toString())
    expect(returned.rows).toBeLessThanOrEqual(maxChanges + 2)
    expect(Y.encodeStateVector(reopened.doc)).toEqual(Y.encodeStateVector(doc))
  })

  test('is stored in rows that SQLite takes', () => {
    const { content, sql, open } = stored()
    const { text, updates } = editor()
    text.insert(0, 'x'.repeat(3 * maxRowBytes))
    expect(content.apply(updates[0] as Uint8Array).outcome).toBe('stored')
    const sizes = sql.exec<{ size: number }>('select length(bytes) as size from state').toArray()
    expect(sizes.length).toBeGreaterThan(1)
    for (const { size } of sizes) expect(size).toBeLessThanOrEqual(maxRowBytes)
    expect(textOf(open())).toBe(text.toString())
  })

  test('of more than 16 MiB is refused and stays as it was, and can become smaller', () => {
    const { content, store, open } = stored()
    const { text, updates } = editor()
    text.insert(0, 'x'.repeat(maxDocumentBytes - 1000))
    expect(content.apply(updates[0] as Uint8Array).outcome).toBe('stored')
    const other = editor()
    Y.applyUpdate(other.doc, updates[0] as Uint8Array)
    other.text.insert(0, 'y'.repeat(2000))
    expect(content.apply(other.updates.at(-1) as Uint8Array)).toEqual({ outcome: 'tooLarge' })
    expect(textOf(content)).toBe(text.toString())
    expect(textOf(open())).toBe(text.toString())
    text.delete(0, maxDocumentBytes - 2000)
    expect(content.apply(updates[1] as Uint8Array).outcome).toBe('stored')
    content.compact()
    expect(store.size).toBeLessThan(10_000)
  })

  test('of more than 200,000 items is refused', () => {
    const { content } = stored()
    const { doc } = editor()
    const map = doc.getMap('map')
    doc.transact(() => {
      for (let at = 0; at <= maxItems; at++) map.set(String(at), at)
    })
    expect(content.apply(Y.encodeStateAsUpdate(doc))).toEqual({ outcome: 'tooLarge' })
    expect([...content.doc.share.keys()]).toEqual([])
  })
})

describe('an update', () => {
  test('that waits for an earlier one is stored, and appears when that arrives, also after sleep', () => {
    const { content, open } = stored()
    const { text, updates } = editor()
    text.insert(0, 'first')
    text.insert(5, ' second')
    const [first, second] = updates as [Uint8Array, Uint8Array]
    expect(content.apply(second)).toEqual({ outcome: 'stored' })
    expect(textOf(content)).toBe('')
    const woken = open()
    const applied = woken.apply(first)
    expect(textOf(woken)).toBe('first second')
    const receiver = new Y.Doc()
    if (applied.outcome === 'stored' && applied.change) Y.applyUpdate(receiver, applied.change)
    expect(receiver.getText('body').toString()).toBe('first second')
    expect(textOf(open())).toBe('first second')
  })

  test('that brings what another one waits for, and waits itself, is stored as a whole, also after sleep', () => {
    const { content, open } = stored()
    const [one, other] = [editor(), editor()]
    one.text.insert(0, 'first')
    one.text.insert(5, 'x'.repeat(200))
    other.text.insert(0, 'Before ')
    other.text.insert(7, 'and ')
    const [first, long] = one.updates as [Uint8Array, Uint8Array]
    const [before, after] = other.updates as [Uint8Array, Uint8Array]
    content.apply(long)
    // Less waits than before, but something new.
    content.apply(Y.mergeUpdates([first, after]))
    const woken = open()
    woken.apply(before)
    expect(textOf(woken)).toContain('Before and ')
    expect(textOf(woken)).toContain('firstx')
  })

  /** Two changes by a new client. The second one waits for the first one. */
  function changes(items: number): [Uint8Array, Uint8Array] {
    const { doc, updates } = editor()
    const list = doc.getArray('list')
    list.insert(0, ['first'])
    doc.transact(() => {
      for (let n = 0; n < items; n++) list.insert(0, [n])
    })
    return updates as [Uint8Array, Uint8Array]
  }

  test('after which more than 1,000 items wait is refused, also after sleep, until fewer wait', () => {
    const { content, open } = stored()
    const [first, second] = changes(maxWaitingItems)
    const [others, more] = changes(1)
    expect(content.apply(changes(maxWaitingItems + 1)[1])).toEqual({ outcome: 'tooManyWait' })
    expect(content.apply(second)).toEqual({ outcome: 'stored' })
    expect(content.apply(more)).toEqual({ outcome: 'tooManyWait' })
    const reopened = open()
    expect(reopened.apply(more)).toEqual({ outcome: 'tooManyWait' })
    expect(reopened.apply(others)).toMatchObject({ outcome: 'stored', change: others })
    expect(reopened.apply(first).outcome).toBe('stored')
    expect(reopened.doc.getArray('list').length).toBe(maxWaitingItems + 2)
    expect(reopened.apply(changes(maxWaitingItems)[1])).toEqual({ outcome: 'stored' })
  })

  test('with more than 1,000 deletions that wait is refused', () => {
    const { content } = stored()
    const { doc, updates } = editor()
    const list = doc.getArray('list')
    list.insert(
      0,
      Array.from({ length: 3 * maxWaitingItems }, (_, n) => [n]),
    )
    doc.transact(() => {
      for (let n = 0; n <= maxWaitingItems; n++) list.delete(n + 1, 1)
    })
    expect(content.apply(updates[1] as Uint8Array)).toEqual({ outcome: 'tooManyWait' })
    expect(content.apply(updates[0] as Uint8Array).outcome).toBe('stored')
    expect(content.apply(updates[1] as Uint8Array).outcome).toBe('stored')
  })

  test('that waits already changes nothing', () => {
    const { content, store } = stored()
    const { text, updates } = editor()
    text.insert(0, 'first')
    text.insert(5, ' second')
    text.delete(0, 8)
    const [, second, deletion] = updates as [Uint8Array, Uint8Array, Uint8Array]
    for (const update of [second, deletion]) expect(content.apply(update)).toEqual({ outcome: 'stored' })
    for (const update of [second, deletion]) expect(content.apply(update)).toEqual({ outcome: 'unchanged' })
    expect(store.changes).toBe(2)
  })

  test('that is known already changes nothing', () => {
    const { content, store } = stored()
    const { text, updates } = editor()
    text.insert(0, 'x')
    content.apply(updates[0] as Uint8Array)
    expect(content.apply(updates[0] as Uint8Array)).toEqual({ outcome: 'unchanged' })
    expect(store.changes).toBe(1)
  })

  test.each([
    ['random bytes', new Uint8Array(200).fill(255)],
    ['nothing', new Uint8Array()],
    ['a truncated update', Y.encodeStateAsUpdate(textDoc('hello')).slice(0, -4)],
  ])('of %s is refused, and the document stays as it was', (_, update) => {
    const { content } = stored()
    content.apply(Y.encodeStateAsUpdate(textDoc('kept')))
    expect(content.apply(update)).toEqual({ outcome: 'malformed' })
    expect(textOf(content)).toBe('kept')
  })
})

function textDoc(text: string): Y.Doc {
  const doc = new Y.Doc()
  doc.getText('body').insert(0, text)
  return doc
}
