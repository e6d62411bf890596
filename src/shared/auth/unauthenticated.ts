import { Problem } from '../problems/problem.ts'

const challenge = { 'www-authenticate': 'Bearer realm="invigil"' }

/** A 401 problem, with the challenge that it requires (RFC 9110, section 15.5.2). */
export const unauthenticated = (code: 'credential_required' | 'credential_invalid', detail: string) =>
  new Problem(code, detail, { headers: challenge })
