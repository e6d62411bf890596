import type { Policy } from '../../src/shared/auth/policy/policy.ts'

export const catalogue = ['sp:ListUsers', 'sp:ReadSession', 'sp:ReadUser', 'sp:CreateStsToken']

/** A valid statement; tests change one member of it. */
export const statement = {
  effect: 'Allow' as const,
  actions: ['sp:ReadSession'],
  resources: ['installs/AI1'],
}

/** A policy of such statements, each with its changes. */
export function policyOf(...statements: Partial<Policy['statements'][number]>[]): Policy {
  return { version: '1', statements: statements.map(changes => ({ ...statement, ...changes })) }
}
