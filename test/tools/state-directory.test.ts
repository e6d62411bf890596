// The requirements of a state directory, and the database that belongs to it.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import { databaseCheck } from '../../tools/stack/database-check.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import { openStateDirectory, requireUsable } from '../../tools/stack/state-directory.ts'
import { temporaryDirectory } from '../support/directory.ts'

test('a new or empty directory is usable, also with files of file systems and desktops', () => {
  requireUsable(join(temporaryDirectory(), 'new', 'state'))
  const stateDir = temporaryDirectory()
  mkdirSync(join(stateDir, 'lost+found'))
  writeFileSync(join(stateDir, '.DS_Store'), '')
  requireUsable(stateDir)
  expect(readdirSync(stateDir).toSorted()).toEqual(['.DS_Store', 'lost+found'])
})

test('a directory with other files is not usable', () => {
  const stateDir = temporaryDirectory()
  writeFileSync(join(stateDir, 'thesis.txt'), '')
  expect(() => requireUsable(stateDir)).toThrow('contains files of something else')
  expect(() => requireUsable(join(stateDir, 'thesis.txt'))).toThrow('it is not a directory')
})

test.runIf(process.platform === 'linux')(
  'a directory in which the system creates nothing is not usable, at any depth',
  () => {
    for (const path of ['/proc/x', '/proc/x/y/z'])
      expect(() => requireUsable(path)).toThrow(
        `STATE_DIR ${path} cannot be written: the directory cannot be created there.`,
      )
  },
)

test('a directory accepts the kind of database of its first start, and no other', async () => {
  const stateDir = temporaryDirectory()
  const first = await openStateDirectory(stateDir, { kind: 'postgres' })
  expect(first.databaseId).toBeUndefined()
  // Until the database has been opened, another kind can be chosen.
  await openStateDirectory(stateDir, { kind: 'server', url: '' })
  await first.keep('an id')
  expect((await openStateDirectory(stateDir, { kind: 'postgres' })).databaseId).toBe('an id')
  const stored = readFileSync(join(stateDir, 'database.json'), 'utf8')
  for (const choice of [{ kind: 'pglite' }, { kind: 'server', url: '' }] as const)
    await expect(openStateDirectory(stateDir, choice)).rejects.toThrow('npm start -- --postgres')
  expect(readFileSync(join(stateDir, 'database.json'), 'utf8')).toBe(stored)
})

test('a directory of an earlier version accepts each database that it contains', async () => {
  const stateDir = temporaryDirectory()
  writeFileSync(join(stateDir, 'demo.json'), '')
  await expect(openStateDirectory(stateDir, { kind: 'pglite' })).rejects.toThrow('DATABASE_URL=<its URL>')
  for (const name of ['pglite', 'postgres']) mkdirSync(join(stateDir, name))
  await openStateDirectory(stateDir, { kind: 'pglite' })
  await openStateDirectory(stateDir, { kind: 'postgres' })
})

test('a damaged database.json is refused', async () => {
  const stateDir = temporaryDirectory()
  writeFileSync(join(stateDir, 'database.json'), '{"kind":')
  await expect(openStateDirectory(stateDir, { kind: 'pglite' })).rejects.toThrow('database.json is damaged')
})

const sealOf = () => sealWith(SealingKeys.parse(makeSealingKey()))
const keys = sealOf()

/** A database with this probe; without one, it does not have the table either. */
const withProbe = (sealed?: string) => ({
  execute: () => expect.fail('The check changes the database.'),
  rows: async <T>(text: string) =>
    (text.includes('to_regclass') ? [{ isThere: sealed !== undefined }] : [{ sealed }]) as T[],
})
const probeOf = (id: string, key = keys) => key.seal({ purpose: 'probe', sid: 'database' }, id)

test.each([
  ['first start', undefined, 'one', undefined],
  ['same database', 'one', 'one', undefined],
  ['another database', 'one', 'two', 'belongs to another database'],
])('%s: a directory with id %s and a database with id %s', async (_, id, actual, message) => {
  const checked = databaseCheck({ stateDir: '/state', keys, id })(withProbe(await probeOf(actual)))
  await (message ? expect(checked).rejects.toThrow(message) : checked)
})

test('a database without a probe is accepted at the first start only', async () => {
  await databaseCheck({ stateDir: '/state', keys, id: undefined })(withProbe())
  const later = databaseCheck({ stateDir: '/state', keys, id: 'one' })(withProbe())
  await expect(later).rejects.toThrow('belongs to another database')
})

test('a probe that the key cannot open is refused', async () => {
  const sealed = await probeOf('one', sealOf())
  const checked = databaseCheck({ stateDir: '/state', keys, id: 'one' })(withProbe(sealed))
  await expect(checked).rejects.toThrow('The sealing key is not the one of this database.')
})
