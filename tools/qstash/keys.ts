import { randomBytes, timingSafeEqual } from 'node:crypto'
import { makeSigner, type Signer } from './signature.ts'
import { type Store, textOf } from './store.ts'

export type SigningKeys = { current: string; next: string }

/** The public credentials of the service's development server, so that either can stand in for the other. */
export const developmentToken = 'eyJVc2VySUQiOiJkZWZhdWx0VXNlciIsIlBhc3N3b3JkIjoiZGVmYXVsdFBhc3N3b3JkIn0='
export const developmentKeys: SigningKeys = {
  current: 'sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r',
  next: 'sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs',
}

export type Keys = {
  current(): SigningKeys
  signer(): Signer
  /** The next key signs from now on, and a new one is next. */
  rotate(): Promise<SigningKeys>
}

/** The signing keys: those given, until they are rotated. */
export async function openKeys(store: Store, given: SigningKeys): Promise<Keys> {
  const [row] = store.read("SELECT value FROM setting WHERE key = 'keys'").all()
  const save = store.write("INSERT OR REPLACE INTO setting (key, value) VALUES ('keys', ?)")
  let keys: SigningKeys = row ? JSON.parse(textOf(row, 'value')) : given
  let signer = await makeSigner(keys.current)
  return {
    current: () => keys,
    signer: () => signer,
    async rotate() {
      const rotated = { current: keys.next, next: `sig_${randomBytes(21).toString('base64url')}` }
      signer = await makeSigner(rotated.current)
      keys = rotated
      save(JSON.stringify(keys))
      await store.committed()
      return keys
    },
  }
}

/** Whether the text is the token; takes the same time for every text of its length. */
export function isToken(text: string, token: string): boolean {
  const [given, wanted] = [Buffer.from(text), Buffer.from(token)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
