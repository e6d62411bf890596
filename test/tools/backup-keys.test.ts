// A backup contains the keys of a state directory only if they belong to the database that it copies.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import { keptState } from '../../tools/backup/kept-state.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'

const [key, otherKey] = [makeSealingKey(), makeSealingKey()]

/** A database whose probe one of the keys has sealed. */
async function databaseOf(sealingKey: string, id = 'one') {
  const sealed = await sealWith(SealingKeys.parse(sealingKey)).seal({ purpose: 'probe', sid: 'database' }, id)
  return {
    execute: () => expect.fail('The check changes the database.'),
    rows: async <T>(text: string) =>
      (text.includes('to_regclass') ? [{ isThere: true }] : [{ sealed }]) as T[],
  }
}

/** The directory of a system on a server. */
function directoryWith(files: Record<string, string>): string {
  const stateDir = temporaryDirectory()
  const all = { 'database.json': '{"kind":"server","id":"one"}', 'keys.json': '{}', ...files }
  for (const [name, content] of Object.entries(all)) writeFileSync(join(stateDir, name), content)
  return stateDir
}

const differentKey = 'The sealing key is not the one of this database.'

test('a sealing key that is not the one of the database is refused', async () => {
  const { state, check } = await keptState(directoryWith({ 'sealing-key': key }), 'server')
  expect(Object.keys(state.files)).toEqual(['keys.json', 'sealing-key'])
  await check(await databaseOf(key))
  await expect(check(await databaseOf(otherKey))).rejects.toThrow(differentKey)
})

test('another database with the same sealing key is refused', async () => {
  const { check } = await keptState(directoryWith({ 'sealing-key': key }), 'server')
  await expect(check(await databaseOf(key, 'two'))).rejects.toThrow('belongs to another database')
})

test('SEALING_KEY replaces the key of the directory, is checked and is not kept', async () => {
  for (const files of [{}, { 'sealing-key': key }]) {
    const { state, check } = await keptState(directoryWith(files), 'server', otherKey)
    expect(Object.keys(state.files)).toEqual(['keys.json'])
    await check(await databaseOf(otherKey))
    await expect(check(await databaseOf(key))).rejects.toThrow(differentKey)
  }
})

test('keys that nothing can check are left out, with a warning', async () => {
  const { state, warning } = await keptState(directoryWith({}), 'server')
  expect([state.files, warning]).toEqual([{}, expect.stringContaining('set SEALING_KEY')])
})

test('keys of a directory that was used with another kind of database are left out', async () => {
  const { state, warning } = await keptState(directoryWith({ 'sealing-key': key }), 'embedded')
  expect([state.files, warning]).toEqual([{}, undefined])
})

test('a damaged sealing key is refused', async () => {
  const stateDir = directoryWith({ 'sealing-key': 'short' })
  await expect(keptState(stateDir, 'server')).rejects.toThrow(`${stateDir}/sealing-key is damaged.`)
})
