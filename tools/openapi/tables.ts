// The entry point that tools/openapi/build.ts bundles: all routes and webhooks.

import { webhooks } from '../../src/platform/webhooks/events/webhooks.ts'
import type { Examples } from '../docs/examples/recorder.ts'
import { everyRoute } from '../docs/reference/operations.ts'
import { openApi } from './document.ts'

export const documentFor = (examples: Examples, baseUrl: string) =>
  openApi(everyRoute, webhooks, examples, baseUrl)
