// The JSON of documents that a client has nested deeply.
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { Content } from '../../../src/realtime/document/content.ts'
import { jsonOf } from '../../../src/realtime/document/json.ts'
import { DocumentStore } from '../../../src/realtime/document/store.ts'
import { sqlStorage } from '../../support/sql-storage.ts'

/** A value in so many lists. */
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce<unknown>(value => [value], 'core')

test('a root of at most 100 levels is JSON, and a deeper one is null beside the others', () => {
  const doc = new Y.Doc()
  doc.getText('text').insert(0, 'Hello')
  doc.getMap('allowed').set('a', nested(99))
  doc.getMap('deep').set('a', nested(100))
  const { allowed, ...others } = JSON.parse(jsonOf(Y.encodeStateAsUpdate(doc)))
  expect(JSON.stringify(allowed)).toBe(JSON.stringify({ a: nested(99) }))
  expect(others).toEqual({ deep: null, text: 'Hello' })
})

test('a document of 20,000 maps in each other has JSON', () => {
  const doc = new Y.Doc()
  doc.transact(() => {
    let map = doc.getMap<unknown>('maps')
    for (let level = 0; level < 20_000; level++) {
      const next = new Y.Map<unknown>()
      map.set('next', next)
      map = next
    }
  })
  expect(jsonOf(Y.encodeStateAsUpdate(doc))).toBe('{"maps":null}')
})

test('a value that is nested too deeply is malformed, and the document stays as it was', () => {
  const content = new Content(new DocumentStore(sqlStorage().sql))
  const updateOf = (change: (doc: Y.Doc) => void) => {
    const doc = new Y.Doc()
    change(doc)
    return Y.encodeStateAsUpdate(doc)
  }
  const deep = nested(1000)
  for (const change of [
    (doc: Y.Doc) => doc.getMap('map').set('a', deep),
    (doc: Y.Doc) => doc.getText('text').insertEmbed(0, deep as object),
    (doc: Y.Doc) => doc.getText('text').insert(0, 'x', { bold: deep }),
  ])
    expect(content.apply(updateOf(change))).toEqual({ outcome: 'malformed' })
  expect(content.apply(updateOf(doc => doc.getMap('map').set('a', nested(100))))).toMatchObject({
    outcome: 'stored',
  })
  expect(content.doc.getText('text').length).toBe(0)
})
