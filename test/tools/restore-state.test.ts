// A restore that fails or is killed leaves nothing, or what the same restore repairs when it runs again.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UnfinishedLoad } from '../../tools/backup/load.ts'
import { restoreState } from '../../tools/backup/restore-state.ts'
import { openStateDirectory, storedDatabase } from '../../tools/stack/state-directory.ts'
import { temporaryDirectory } from '../support/directory.ts'

const state = { databaseId: 'one', files: { 'keys.json': 'a ring', 'sealing-key': 'a key' } }

/** Stands for the load of a database in the folder. */
const loadInto = (folder: string): Promise<void> => {
  mkdirSync(join(folder, 'pglite'))
  writeFileSync(join(folder, 'pglite', 'PG_VERSION'), '18')
  return Promise.resolve()
}

const restore = (stateDir: string, load: (folder: string, id: string) => Promise<void> = loadInto) =>
  restoreState(stateDir, 'pglite', state, load)

async function expectRestored(stateDir: string): Promise<void> {
  expect(readdirSync(stateDir).toSorted()).toEqual([
    '.lock',
    'database.json',
    'keys.json',
    'pglite',
    'sealing-key',
  ])
  expect(readFileSync(join(stateDir, 'sealing-key'), 'utf8')).toBe('a key')
  expect(readdirSync(join(stateDir, 'pglite'))).toEqual(['PG_VERSION'])
  expect(await storedDatabase(stateDir)).toEqual({ kind: 'pglite', id: 'one' })
}

/** The directory of a restore that was killed while it moved the files. */
async function killedWhileMoving(): Promise<{ stateDir: string; id: string }> {
  const stateDir = temporaryDirectory()
  let id = ''
  await restore(stateDir, async (folder, own) => {
    await loadInto(folder)
    id = own
  })
  mkdirSync(join(stateDir, '.restoring'))
  writeFileSync(join(stateDir, '.restoring', 'id'), id)
  writeFileSync(join(stateDir, '.restoring', 'database.json.new'), 'incomplete')
  return { stateDir, id }
}

test('moves the database and the keys together, and no other restore replaces them', async () => {
  const stateDir = temporaryDirectory()
  await restore(stateDir)
  await expectRestored(stateDir)
  await expect(restore(stateDir)).rejects.toThrow('belongs to another system')
  await expectRestored(stateDir)
})

test('a database that cannot be loaded leaves nothing, and the same restore can run again', async () => {
  const stateDir = temporaryDirectory()
  const failing = restore(stateDir, async folder => {
    await loadInto(folder)
    throw new Error('The disk is full.')
  })
  await expect(failing).rejects.toThrow('Nothing was restored: The disk is full.')
  expect(readdirSync(stateDir)).toEqual(['.lock'])
  await restore(stateDir)
  await expectRestored(stateDir)
})

test('a file that cannot be moved leaves an incomplete restore, which no system uses and the same restore repairs', async () => {
  const stateDir = temporaryDirectory()
  const failing = restore(stateDir, async folder => {
    await loadInto(folder)
    mkdirSync(join(stateDir, 'sealing-key', 'in the way'), { recursive: true })
  })
  await expect(failing).rejects.toThrow('The restore is incomplete. Run the same command again.')
  expect(existsSync(join(stateDir, 'keys.json'))).toBe(true)
  for (const use of [openStateDirectory(stateDir, { kind: 'pglite' }), storedDatabase(stateDir)])
    await expect(use).rejects.toThrow(`STATE_DIR ${stateDir} has an incomplete restore.`)
  await restore(stateDir)
  await expectRestored(stateDir)
})

test('a killed restore is repaired, and has the same id, which the loaded database of a server has', async () => {
  const { stateDir, id } = await killedWhileMoving()
  await expect(storedDatabase(stateDir)).rejects.toThrow('has an incomplete restore')
  const ids: string[] = []
  await restore(stateDir, async (folder, own) => {
    ids.push(own)
    expect(readdirSync(stateDir).filter(name => !name.startsWith('.lock'))).toEqual(['.restoring'])
    await loadInto(folder)
  })
  expect(ids).toEqual([id])
  await expectRestored(stateDir)
})

test('a database whose rows may be loaded is completed by the same restore', async () => {
  const stateDir = temporaryDirectory()
  const ids: string[] = []
  const failing = restore(stateDir, (_, id) => {
    ids.push(id)
    return Promise.reject(new UnfinishedLoad('The connection was lost.'))
  })
  await expect(failing).rejects.toThrow('Run the same command again. The connection was lost.')
  await restore(stateDir, async (folder, id) => {
    ids.push(id)
    await loadInto(folder)
  })
  expect(ids[1]).toBe(ids[0])
  await expectRestored(stateDir)
})
