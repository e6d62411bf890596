import { apiGate } from '../src/shared/authority/gate.ts'
import { serve } from '../src/shared/serve.ts'
import { readEnv } from '../src/sts/env.ts'
import { routes } from '../src/sts/index.ts'

export default serve('sts', routes, readEnv, apiGate)
