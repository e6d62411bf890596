import type { SidOf } from '../../../../db/sid.ts'
import { invalid, unknownSid } from '../../../shared/problems/field-errors.ts'

type Reference = { cancellationPolicySid?: SidOf<'CP'> | null | undefined }

/**
 * @param found the policies with this sid that can be chosen (`findUsablePolicy`)
 * @throws Problem `invalid_request` if a policy is given and none is found
 */
export function requirePolicy({ cancellationPolicySid: sid }: Reference, found: readonly unknown[]): void {
  if (sid && found.length === 0)
    throw invalid(unknownSid('cancellationPolicySid', 'cancellation policy', sid))
}
