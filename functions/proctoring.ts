import { readEnv } from '../src/proctoring/env.ts'
import { routes } from '../src/proctoring/index.ts'
import { apiAuthenticator } from '../src/shared/auth/authenticator.ts'
import { serve } from '../src/shared/http/serve.ts'

export default serve('proctoring', routes, readEnv, apiAuthenticator)
