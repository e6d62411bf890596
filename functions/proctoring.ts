import { readEnv } from '../src/proctoring/env.ts'
import { downloadFile } from '../src/proctoring/files/transfer/download.ts'
import { uploadFile } from '../src/proctoring/files/transfer/upload.ts'
import { routes } from '../src/proctoring/index.ts'
import { scheduled } from '../src/proctoring/scheduled.ts'
import { installAuthenticator } from '../src/shared/auth/install-authenticator.ts'
import { serve } from '../src/shared/http/serve.ts'
import { once } from '../src/shared/once.ts'

const environment = once(readEnv)
const app = serve('proctoring', routes, environment, installAuthenticator, [uploadFile, downloadFile])

export default {
  fetch: app.fetch,
  scheduled: ({ scheduledTime }: { scheduledTime: number }, bindings: Record<string, unknown>) =>
    scheduled(environment(bindings), new Date(scheduledTime)),
}
