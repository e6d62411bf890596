// Secrets that must be readable again are sealed under a key outside the database, as JWE (RFC 7516): direct encryption
// with A256GCM.

import { CompactEncrypt, compactDecrypt } from 'jose'

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
