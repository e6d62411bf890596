// Secrets that must be readable again are sealed under a key outside the database, as JWE (RFC 7516): direct encryption
// with A256GCM.

import { Buffer } from 'node:buffer'
import { CompactEncrypt, compactDecrypt } from 'jose'
import * as z from 'zod'

/** The key as Workers are given it: 32 bytes in base64url. */
export const SealingKey = z
  .string()
  .transform(text => new Uint8Array(Buffer.from(text, 'base64url')))
  .refine(({ length }) => length === 32, 'Expected 32 bytes in base64url.')

/** Seals and opens texts under one key. */
export type Seal = {
  seal(text: string): Promise<string>
  /** @throws JWEDecryptionFailed when the text was sealed under another key, or altered */
  open(sealed: string): Promise<string>
}

/** @param key 32 bytes */
export const sealWith = (key: Uint8Array): Seal => ({
  seal: text =>
    new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key),
  open: async sealed => {
    const { plaintext } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return new TextDecoder().decode(plaintext)
  },
})
