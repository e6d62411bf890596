// `npm run example`: serves the page of a customer. The example itself stands alone, so that it can be copied.

import { readArguments } from '../arguments.ts'

readArguments({
  name: 'npm run example',
  description:
    'Serves the page and the backend of a customer that embed the running system. docs/reference/environment.md lists its variables.',
})
await import('../../examples/host-backend/server.ts')
