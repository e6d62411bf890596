import type { SidOf } from '../../../db/sid.ts'
import type { ApiCaller, RequestCredentials } from './caller.ts'

/** The maximum of an isolate. A policy with every action has about 3,000 characters, and most have a few hundred. */
const maxCallers = 1000
const maxPolicyCharacters = 1_000_000

/**
 * Remembers callers as they were read, by the hash of their secret, without the secret. A remembered caller may have
 * changed since, so it proves nothing: a write that depends on it must check its version in its own statement
 * (`isUnchanged` in credential-lookup.ts). Drops the callers that were not used for the longest time.
 */
export class CallerMemory {
  readonly #callers = new Map<string, { caller: ApiCaller; characters: number }>()
  #characters = 0

  /** Returns a caller whose version is remembered, unless it is bound to another install. */
  recall(
    { hash }: Pick<RequestCredentials, 'hash'>,
    installSid: SidOf<'AI'> | undefined,
  ): ApiCaller | undefined {
    const entry = this.#callers.get(hash)
    if (!entry) return undefined
    this.#callers.delete(hash)
    this.#callers.set(hash, entry) // a Map iterates in the order of insertion: the last one is the newest
    const { caller } = entry
    const isOfOther = caller.installSid !== null && caller.installSid !== installSid
    return isOfOther ? undefined : { ...caller, reachedSid: installSid }
  }

  /** Remembers the caller that `read` returns, if its version was read. Forgets the caller if `read` throws an error. */
  update({ hash }: Pick<RequestCredentials, 'hash'>, read: () => ApiCaller): ApiCaller {
    try {
      const caller = read()
      if (caller.version) this.#remember(hash, caller)
      return caller
    } catch (error) {
      this.#forget(hash)
      throw error
    }
  }

  #remember(hash: string, caller: ApiCaller): void {
    this.#forget(hash)
    const characters = JSON.stringify(caller.policies).length
    if (characters > maxPolicyCharacters) return
    this.#callers.set(hash, { caller, characters })
    this.#characters += characters
    while (this.#callers.size > maxCallers || this.#characters > maxPolicyCharacters) {
      const [oldest] = this.#callers.keys()
      if (oldest === undefined) return
      this.#forget(oldest)
    }
  }

  #forget(hash: string): void {
    this.#characters -= this.#callers.get(hash)?.characters ?? 0
    this.#callers.delete(hash)
  }
}
