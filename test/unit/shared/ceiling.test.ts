import { expect, test } from 'vitest'
import { requireWithin } from '../../../src/shared/auth/policy/ceiling.ts'
import type { Policy } from '../../../src/shared/auth/policy/policy.ts'

const allowing = (actions: string[], resource: string): Policy => ({
  version: '1',
  statements: [{ effect: 'Allow', actions, resources: [resource] }],
})

test('a policy beyond its grantor is refused with the first missing action and the number of the others', () => {
  const grantor = allowing(['sp:CreateStsToken'], 'installs/AI1/sts/*')
  expect(() => requireWithin([grantor], allowing(['sp:ReadUser'], 'installs/AI1/*'))).not.toThrow()
  expect(() => requireWithin([grantor], allowing(['sp:ReadSession'], 'installs/AI1/exams/*'))).toThrow(
    'The policy of the grantor does not allow sp:ReadSession on installs/AI1/exams/*.',
  )
  expect(() =>
    requireWithin([grantor], allowing(['sp:ReadSession', 'sp:EndSession'], 'installs/AI1/exams/*')),
  ).toThrow(
    /^The policy of the grantor does not allow sp:\w+ on installs\/AI1\/exams\/\*, and 1 more in violations\.$/,
  )
})
