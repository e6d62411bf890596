import { hkdfSync, randomBytes } from 'node:crypto'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { type SealedFor, SealingKeys, sealWith } from '../../../src/shared/crypto/seal.ts'

const key = () => new Uint8Array(randomBytes(32))
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const [old, current] = [key(), key()]
const password = (): SealedFor => ({ purpose: 'exam-password', sid: newSid('EC') })
const secret = (): SealedFor => ({ purpose: 'webhook-secret', sid: newSid('WH') })

/** A text as it was sealed before keys had names. */
const sealUnnamed = (under: Uint8Array, clear: string) =>
  new CompactEncrypt(new TextEncoder().encode(clear))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(under)

test('a sealed text opens for its row, and names its key and its row', async () => {
  const of = password()
  const sealed = await sealWith([current]).seal(of, 'sésame 🔑')
  expect(await sealWith([current]).open(of, sealed)).toBe('sésame 🔑')
  expect(decodeProtectedHeader(sealed)).toMatchObject({
    kid: expect.stringMatching(/^[0-9a-f]{8}$/),
    sub: `exam-password:${of.sid}`,
  })
})

test('a text that is moved to another row or to another purpose does not open', async () => {
  const seal = sealWith([current])
  const of = password()
  const sealed = await seal.seal(of, 'sesame')
  await expect(seal.open(password(), sealed)).rejects.toThrow('Sealed for another row.')
  await expect(seal.open(secret(), sealed)).rejects.toThrow('Sealed for another row.')
})

test('a header that is changed to name another row does not open: it is authenticated', async () => {
  const seal = sealWith([current])
  const [one, other] = [password(), password()]
  const [, ...rest] = (await seal.seal(one, 'sesame')).split('.')
  const [header] = (await seal.seal(other, 'sesame')).split('.')
  await expect(seal.open(other, [header, ...rest].join('.'))).rejects.toThrow()
})

test('each purpose has its own key, which differs from the configured key', async () => {
  const seal = sealWith([current])
  const of = password()
  const header = decodeProtectedHeader(await seal.seal(of, 'sesame'))
  const sealUnder = (bytes: Uint8Array) =>
    new CompactEncrypt(new TextEncoder().encode('sesame'))
      .setProtectedHeader({ ...header, alg: 'dir', enc: 'A256GCM' })
      .encrypt(bytes)
  const keyOf = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', current, new Uint8Array(), `invigil/seal/${purpose}`, 32))
  expect(await seal.open(of, await sealUnder(keyOf(of.purpose)))).toBe('sesame')
  // The header is the same, and authenticated: only the key differs.
  for (const other of [keyOf(secret().purpose), current])
    await expect(seal.open(of, await sealUnder(other))).rejects.toThrow()
})

test('the first of several keys seals, and each of them opens', async () => {
  const of = password()
  const before = await sealWith([old]).seal(of, 'sesame')
  const both = sealWith([current, old])
  expect(await both.open(of, before)).toBe('sesame')
  const after = await both.seal(of, 'sesame')
  expect(await sealWith([current]).open(of, after)).toBe('sesame')
  await expect(sealWith([old]).open(of, after)).rejects.toMatchObject({ code: 'sealing_key_mismatch' })
})

test('a text from before keys had names opens with any of the keys, and with no other', async () => {
  const sealed = await sealUnnamed(old, 'sesame')
  expect(await sealWith([old]).open(password(), sealed)).toBe('sesame')
  expect(await sealWith([current, old]).open(secret(), sealed)).toBe('sesame')
  await expect(sealWith([current]).open(password(), sealed)).rejects.toThrow()
})

test('a text to be sealed again starts with a stale header; texts of the current key do not', async () => {
  const { staleHeads, seal } = sealWith([current, old])
  const head = (sealed: string) => (sealed.split('.')[0] ?? '').slice(0, 60)
  for (const of of [password(), secret()]) {
    expect(staleHeads).toContain(head(await sealWith([old]).seal(of, 'sesame')))
    expect(staleHeads).not.toContain(head(await seal(of, 'sesame')))
  }
  expect(staleHeads).toContain(head(await sealUnnamed(old, 'sesame')))
})

test('keys are given as 32 bytes in base64url, several with commas, each once', () => {
  expect(SealingKeys.parse(text(current))).toEqual([current])
  expect(SealingKeys.parse(`${text(current)},${text(old)}`)).toEqual([current, old])
  for (const wrong of [
    '',
    'short',
    `${text(current)},`,
    `${text(current)},short`,
    `${text(old)},${text(old)}`,
  ])
    expect(SealingKeys.safeParse(wrong).success, wrong).toBe(false)
})
