import { readEnv } from '../src/platform/env.ts'
import { platformGate } from '../src/platform/gate.ts'
import { routes } from '../src/platform/index.ts'
import { serve } from '../src/shared/serve.ts'

export default serve(routes, readEnv, platformGate)
