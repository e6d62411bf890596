// Measures sign-in, which is slow by design: each sign-in computes one scrypt, also for unknown accounts.

import { hashPassword } from '../src/shared/crypto/password.ts'
import { type MeasuredSystem, setupRequest } from './all-operation.ts'
import { textOf } from './get.ts'
import { senderOf } from './load.ts'

export type SignIn = { operation: string; trips: number; ms: number[]; scryptMs: number[] }

const person = { email: 'bench@people.example', password: 'a lantern over quiet water' }

/** Creates the first operator of the system. Returns its session token. */
export async function firstOperator(system: MeasuredSystem): Promise<string> {
  const body = { name: 'Bench', ...person }
  const created = await setupRequest(
    system,
    {},
    { method: 'POST', path: '/api/auth/setup', body, status: 201 },
  )
  return textOf(created, 'sessionToken')
}

/** Measures one sign-in at a time, each followed by one scrypt of the same cost in this process. */
export async function measureSignIn({ baseUrl }: MeasuredSystem, samples: number): Promise<SignIn> {
  const load = { name: 'login', method: 'POST', path: '/api/auth/login', body: person, status: 200 } as const
  const send = await senderOf(baseUrl, load)
  const signIn: SignIn = { operation: '`POST /api/auth/login`', trips: 0, ms: [], scryptMs: [] }
  await send()
  for (let n = 0; n < samples; n += 1) {
    const { ms, trips } = await send()
    const startedAt = performance.now()
    await hashPassword(person.password)
    signIn.scryptMs.push(performance.now() - startedAt)
    signIn.ms.push(ms)
    signIn.trips = Math.max(signIn.trips, trips)
  }
  return signIn
}
