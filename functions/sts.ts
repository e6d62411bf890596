import { installAuthenticator } from '../src/shared/auth/install-authenticator.ts'
import { serve } from '../src/shared/http/serve.ts'
import { readEnv } from '../src/sts/env.ts'
import { routes } from '../src/sts/index.ts'

export default serve('sts', routes, readEnv, installAuthenticator)
