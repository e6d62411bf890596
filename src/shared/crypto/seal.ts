// Encrypts secrets that must be readable again. The key is not in the database. The format is JWE (RFC 7516) with
// direct encryption and A256GCM. The protected header contains the key id (`kid`) and the row of the text (`sub`). Both
// are authenticated, so a text cannot be opened in another row or column.

import { Buffer } from 'node:buffer'
import { createHash, hkdfSync } from 'node:crypto'
import { CompactEncrypt, type CompactJWEHeaderParameters, type CryptoKey, compactDecrypt } from 'jose'
import * as z from 'zod'
import { drawBytes } from '../../../db/draws.ts'
import { sealedHeadLength } from '../../../db/schema/sealed.ts'
import type { SidOf } from '../../../db/sid.ts'
import { Problem } from '../problems/problem.ts'

/** The purpose and the row of a text. Each purpose has its own derived key. */
export type SealedFor =
  | { purpose: 'exam-password'; sid: SidOf<'EC'> }
  | { purpose: 'webhook-secret'; sid: SidOf<'WH'> }
  | { purpose: 'totp-secret'; sid: SidOf<'TP'> }
  | { purpose: 'suppression-key'; sid: SidOf<'AI'> }
  /** The signature of a URL. It is not stored. */
  | { purpose: 'file-url'; sid: SidOf<'FI'> }
  /** What a replay of a request needs. `sid` is the id of the request. */
  | { purpose: 'idempotency'; sid: string }
  | { purpose: 'probe'; sid: 'database' }

const keyBytes = 32

/**
 * The binding with the keys, separated by commas. Each key has 32 bytes in base64url. The first key seals; every key
 * opens.
 */
export const SealingKeys = z
  .string()
  .transform(text => text.split(',').map(key => new Uint8Array(Buffer.from(key, 'base64url'))))
  .refine(keys => keys.every(({ length }) => length === keyBytes), 'Expected 32 bytes in base64url.')
  .refine(keys => new Set(keys.map(kidOf)).size === keys.length, 'Expected different keys.')

/** Seals and opens texts. */
export type Seal = {
  seal(of: SealedFor, text: string): Promise<string>
  /**
   * @throws Problem `sealing_key_mismatch` if the key is missing
   * @throws Error if the text belongs to another row or was altered
   */
  open(of: SealedFor, sealed: string): Promise<string>
  /** The prefixes (see `headStart`) of texts that must be sealed again. */
  staleHeads: readonly string[]
  /** The prefixes of all texts that one of the keys has sealed, and of those of the old format. */
  knownHeads: readonly string[]
}

/** @param keys each 32 bytes; the first one seals */
export function sealWith(keys: readonly Uint8Array[]): Seal {
  const masters = keys.map(key => ({ kid: kidOf(key), key, derived: new Map<string, CryptoKey>() }))
  const [current] = masters
  if (!current) throw new Error('There is no sealing key.')

  /** Returns the key of a purpose, which is imported once per isolate. */
  async function keyFor({ key, derived }: (typeof masters)[number], purpose: string): Promise<CryptoKey> {
    const existing = derived.get(purpose)
    if (existing) return existing
    const bytes = hkdfSync('sha256', key, new Uint8Array(), `invigil/seal/${purpose}`, keyBytes)
    const imported = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    derived.set(purpose, imported)
    return imported
  }

  /** Opens a text of the old format: without `kid` and `sub`, and encrypted with the key itself. */
  async function openUnnamed(sealed: string): Promise<string> {
    const attempts = await Promise.allSettled(masters.map(({ key }) => decrypt(sealed, () => key)))
    const opened = attempts.find(({ status }) => status === 'fulfilled') ?? attempts[0]
    if (opened?.status === 'fulfilled') return opened.value
    throw opened?.reason
  }

  const heads = masters.map(({ kid }) => headOf({ ...unnamed, kid }))
  return {
    async seal(of, text) {
      const encrypt = new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader({
        ...unnamed,
        ...{ kid: current.kid, sub: subjectOf(of) },
      })
      if (of.purpose === 'file-url') encrypt.setInitializationVector(vectorOf(of, text))
      return encrypt.encrypt(await keyFor(current, of.purpose))
    },
    open: async (of, sealed) =>
      headStart(sealed) === unnamedHead
        ? openUnnamed(sealed)
        : decrypt(sealed, ({ kid, sub }) => {
            const master = masters.find(one => one.kid === kid)
            if (!master) throw new Problem('sealing_key_mismatch')
            if (sub !== subjectOf(of)) throw new Error('Sealed for another row.')
            return keyFor(master, of.purpose)
          }),
    staleHeads: [unnamedHead, ...heads.slice(1)],
    knownHeads: [unnamedHead, ...heads],
  }
}

/** Returns the start of the header, up to the end of `kid`: 45 bytes, which are exactly 60 characters of base64url. */
const headStart = (sealed: string): string => (sealed.split('.')[0] ?? '').slice(0, sealedHeadLength)

const unnamed = { alg: 'dir', enc: 'A256GCM' }
const headOf = (header: object) =>
  Buffer.from(JSON.stringify(header)).toString('base64url').slice(0, sealedHeadLength)
const unnamedHead = headOf(unnamed)

const kidOf = (key: Uint8Array): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

const vectorBytes = 12

/**
 * The initialization vector of a URL that a replay returns again: random, and another one for another text even if the same
 * bytes are drawn.
 */
const vectorOf = (of: SealedFor, text: string): Uint8Array =>
  createHash('sha256')
    .update(drawBytes(keyBytes))
    .update(`${subjectOf(of)}\n${text}`)
    .digest()
    .subarray(0, vectorBytes)

const subjectOf = ({ purpose, sid }: SealedFor) => `${purpose}:${sid}`

type SelectKey = (header: CompactJWEHeaderParameters) => Uint8Array | CryptoKey | Promise<CryptoKey>

async function decrypt(sealed: string, selectKey: SelectKey): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, header => selectKey(header), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return new TextDecoder().decode(plaintext)
}
