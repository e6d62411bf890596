// The whole interface: what src/local/openapi/build.ts bundles and asks for its document.

import { webhooks } from '../../platform/events/webhooks.ts'
import type { Examples } from '../examples/recorder.ts'
import { everyRoute } from '../reference/operations.ts'
import { openApi } from './document.ts'

export const documentFor = (examples: Examples, baseUrl: string) =>
  openApi(everyRoute, webhooks, examples, baseUrl)
