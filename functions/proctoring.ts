import { readEnv } from '../src/proctoring/env.ts'
import { routes } from '../src/proctoring/index.ts'
import { serve } from '../src/shared/serve.ts'

export default serve(routes, readEnv)
