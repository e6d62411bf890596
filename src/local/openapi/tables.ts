// The whole interface: what src/local/openapi/build.ts bundles and asks for its document.

import { webhooks } from '../../platform/events/webhooks.ts'
import { routes as platform } from '../../platform/index.ts'
import { routes as proctoring } from '../../proctoring/index.ts'
import { routes as sts } from '../../sts/index.ts'
import type { Examples } from '../examples/recorder.ts'
import { openApi } from './document.ts'

export const documentFor = (examples: Examples, baseUrl: string) =>
  openApi([...proctoring, ...sts, ...platform], webhooks, examples, baseUrl)
