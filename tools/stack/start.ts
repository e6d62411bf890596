// `npm start` and `npm run dev`. Loads serve.ts with a cache of its compiled modules: the compiler of TypeScript in Node
// would keep 100 MB in this process.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { cacheFolder } from '../project.ts'

enableCompileCache(join(cacheFolder, 'compiled'))
await import('./serve.ts')
