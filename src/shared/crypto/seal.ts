// Secrets that must be readable again are sealed under a key outside the database, as JWE (RFC 7516): direct encryption
// with A256GCM. The protected header names the key (`kid`) and the row that the text belongs to (`sub`); both are
// authenticated, so a text that is moved to another row or column does not open.

import { Buffer } from 'node:buffer'
import { createHash, hkdfSync } from 'node:crypto'
import { CompactEncrypt, type CompactJWEHeaderParameters, type CryptoKey, compactDecrypt } from 'jose'
import * as z from 'zod'
import { sealedHeadLength } from '../../../db/schema/sealed.ts'
import type { SidOf } from '../../../db/sid.ts'

/** What a text belongs to: its purpose, which has a key of its own, and its row. */
export type SealedFor =
  | { purpose: 'exam-password'; sid: SidOf<'EC'> }
  | { purpose: 'webhook-secret'; sid: SidOf<'WH'> }
  | { purpose: 'totp-secret'; sid: SidOf<'TP'> }

const keyBytes = 32

/**
 * The keys as Workers are given them: each 32 bytes in base64url, separated by commas. The first one seals, and all of
 * them open.
 */
export const SealingKeys = z
  .string()
  .transform(text => text.split(',').map(key => new Uint8Array(Buffer.from(key, 'base64url'))))
  .refine(keys => keys.every(({ length }) => length === keyBytes), 'Expected 32 bytes in base64url.')
  .refine(keys => new Set(keys.map(kidOf)).size === keys.length, 'Expected different keys.')

/** Seals and opens texts. */
export type Seal = {
  seal(of: SealedFor, text: string): Promise<string>
  /** @throws Error when the text was sealed under another key or for another row, or altered */
  open(of: SealedFor, sealed: string): Promise<string>
  /** With what a text starts that is to be sealed again: see `headStart`. The current form is not among them. */
  staleHeads: readonly string[]
}

/** @param keys each 32 bytes; the first one seals */
export function sealWith(keys: readonly Uint8Array[]): Seal {
  const masters = keys.map(key => ({ kid: kidOf(key), key, derived: new Map<string, CryptoKey>() }))
  const [current] = masters
  if (!current) throw new Error('There is no key to seal with.')

  /** Imported once per isolate and purpose. */
  async function keyFor({ key, derived }: (typeof masters)[number], purpose: string): Promise<CryptoKey> {
    const known = derived.get(purpose)
    if (known) return known
    const bytes = hkdfSync('sha256', key, new Uint8Array(), `invigil/seal/${purpose}`, keyBytes)
    const made = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    derived.set(purpose, made)
    return made
  }

  /** A text of before keys had names: no row is named in it, and the key itself has sealed it. */
  async function openUnnamed(sealed: string): Promise<string> {
    const tried = await Promise.allSettled(masters.map(({ key }) => decrypt(sealed, () => key)))
    const opened = tried.find(({ status }) => status === 'fulfilled') ?? tried[0]
    if (opened?.status === 'fulfilled') return opened.value
    throw opened?.reason
  }

  return {
    seal: async (of, text) =>
      new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ ...unnamed, kid: current.kid, sub: subjectOf(of) })
        .encrypt(await keyFor(current, of.purpose)),
    open: async (of, sealed) =>
      headStart(sealed) === unnamedHead
        ? openUnnamed(sealed)
        : decrypt(sealed, ({ kid, sub }) => {
            const master = masters.find(one => one.kid === kid)
            if (!master) throw new Error('Sealed under a key that is not there.')
            if (sub !== subjectOf(of)) throw new Error('Sealed for another row.')
            return keyFor(master, of.purpose)
          }),
    staleHeads: [unnamedHead, ...masters.slice(1).map(({ kid }) => headOf({ ...unnamed, kid }))],
  }
}

/** The first characters of the header, up to the end of `kid`: 45 bytes, which base64url writes as 60 characters of their own. */
const headStart = (sealed: string): string => (sealed.split('.')[0] ?? '').slice(0, sealedHeadLength)

const unnamed = { alg: 'dir', enc: 'A256GCM' }
const headOf = (header: object) =>
  Buffer.from(JSON.stringify(header)).toString('base64url').slice(0, sealedHeadLength)
const unnamedHead = headOf(unnamed)

const kidOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const subjectOf = ({ purpose, sid }: SealedFor) => `${purpose}:${sid}`

type Choose = (header: CompactJWEHeaderParameters) => Uint8Array | CryptoKey | Promise<CryptoKey>

async function decrypt(sealed: string, choose: Choose): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, header => choose(header), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}
