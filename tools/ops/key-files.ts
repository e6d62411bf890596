// The files of `npm run keys`, which a shell and Wrangler can read: comments, and one NAME='value' for each variable.

import { type KeyRing, keysOf } from '../stack/local-keys.ts'

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const assignment = (name: string, value: string): string => `${name}='${value}'`

const file = (lines: readonly string[]): string => `${lines.join('\n')}\n`

/** The variables of a key ring. A comment for each key has its date and its `kid`. */
export function signingFile(ring: KeyRing): string {
  const { signingKey, jwks } = keysOf(ring)
  const label = (kid: string, state: string) => `# ${ring.made?.[kid] ?? 'earlier'} ${kid} ${state}`
  return file([
    '# SIGNING_KEY is a secret of sts and platform. JWKS is a variable of edge, sts and platform.',
    label(ring.active.kid, 'signs'),
    label(ring.next.kid, 'signs after the next rotation'),
    ...ring.retiring.map(({ kid, exp = 0 }) => label(kid, `is published until ${day(exp * 1000)}`)),
    assignment('SIGNING_KEY', signingKey),
    assignment('JWKS', jwks),
  ])
}

/** The variable of a new sealing key. */
export const sealingFile = (key: string, now: number): string =>
  file([
    `# Made on ${day(now)}. SEALING_KEY is a secret of proctoring, sts and platform.`,
    '# Without it, the sealed texts of the database are lost.',
    assignment('SEALING_KEY', key),
  ])

const lastStep = 'SEALING_KEY_STEP_3'

/** Whether a key is the value of the last step in a file of `sealingStepsFile`. */
export const isLastStep = (stepsFile: string, key: string | undefined): boolean =>
  key !== undefined && stepsFile.split('\n').includes(assignment(lastStep, key))

/** The values of the steps of a rotation, each under a name of its own. */
export const sealingStepsFile = (steps: readonly [string, string, string], now: number): string => {
  const [both, reversed, alone] = steps
  return file([
    `# Made on ${day(now)}. The values of SEALING_KEY, a secret of proctoring, sts and platform.`,
    '# Step 1: the Workers can open texts of both keys.',
    assignment('SEALING_KEY_STEP_1', both),
    '# Step 2: the new key seals.',
    assignment('SEALING_KEY_STEP_2', reversed),
    '# Step 3: no text of the old key is left.',
    assignment(lastStep, alone),
  ])
}
