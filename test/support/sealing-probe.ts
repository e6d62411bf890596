import { expect } from 'vitest'
import { sealingProbe } from '../../db/schema/sealed.ts'
import { SealingKeys, sealWith } from '../../src/shared/crypto/seal.ts'
import { makeSealingKey } from '../../tools/stack/local-keys.ts'
import type { Stack } from '../../tools/stack/stack.ts'

/** Makes the SEALING_KEY of the Workers differ from the one that sealed the probe, until the result is called. */
export async function changeSealingKey({ db }: Pick<Stack, 'db'>): Promise<() => Promise<void>> {
  const [row] = await db.select().from(sealingProbe)
  if (!row) expect.fail('There is no probe.')
  const other = sealWith(SealingKeys.parse(makeSealingKey()))
  const set = async (sealed: string) => void (await db.update(sealingProbe).set({ sealed }))
  await set(await other.seal({ purpose: 'probe', sid: 'database' }, 'another'))
  return () => set(row.sealed)
}
