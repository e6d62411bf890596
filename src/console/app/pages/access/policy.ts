// Policies as the form edits them. The text is what is sent: the form shows it if it has the form of a policy.

export type Statement = {
  sid?: string
  effect: 'Allow'
  actions: readonly string[]
  resources: readonly string[]
}
export type Draft = { version: '1'; statements: readonly Statement[] }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

const hasOnly = (record: object, names: readonly string[]): boolean =>
  Object.keys(record).every(name => names.includes(name))

const isStatement = (value: unknown): value is Statement =>
  isRecord(value) &&
  hasOnly(value, ['sid', 'effect', 'actions', 'resources']) &&
  value['effect'] === 'Allow' &&
  isTexts(value['actions']) &&
  isTexts(value['resources']) &&
  (value['sid'] === undefined || typeof value['sid'] === 'string')

const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  hasOnly(value, ['version', 'statements']) &&
  value['version'] === '1' &&
  Array.isArray(value['statements']) &&
  value['statements'].every(isStatement)

/** Returns the JSON value of a text, or undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the policy of a text, or undefined if the form cannot show it. */
export function draftOf(text: string): Draft | undefined {
  const value = jsonOf(text)
  return isDraft(value) ? value : undefined
}

export const policyText = (draft: Draft): string => JSON.stringify(draft, null, 2)

export const emptyStatement: Statement = { effect: 'Allow', actions: [], resources: [] }

/** What most backends need. */
export const firstPolicy = policyText({
  version: '1',
  statements: [{ effect: 'Allow', actions: ['sp:CreateStsToken', 'sp:RefreshStsToken'], resources: ['*'] }],
})
