// Area B: read this first.

import { issueToken, refreshToken } from './tokens/routes.ts'

export const routes = [issueToken, refreshToken]
