import { readEnv } from '../src/proctoring/env.ts'
import { routes } from '../src/proctoring/index.ts'
import { apiGate } from '../src/shared/authority/gate.ts'
import { serve } from '../src/shared/serve.ts'

export default serve('proctoring', routes, readEnv, apiGate)
