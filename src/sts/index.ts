// The route table of area B, the token service.

import { readAudit } from './audit/routes.ts'
import { readFrame, verifyEmbed } from './embeds/routes.ts'
import { introspectToken } from './introspection/routes.ts'
import { simulatePolicy } from './policies/routes.ts'
import { revokeTokens } from './revocations/routes.ts'
import { listTokens, readToken, revokeToken } from './tokens/list-and-revoke.ts'
import { issueToken, refreshToken } from './tokens/routes.ts'

export const routes = [
  issueToken,
  refreshToken,
  listTokens,
  readToken,
  revokeToken,
  revokeTokens,
  introspectToken,
  simulatePolicy,
  readAudit,
  verifyEmbed,
  readFrame,
]
