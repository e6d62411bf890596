// The whole interface: what src/local/openapi/build.ts bundles and asks for its document.

import { webhooks } from '../../platform/events/webhooks.ts'
import { routes as platform } from '../../platform/index.ts'
import { routes as proctoring } from '../../proctoring/index.ts'
import { routes as sts } from '../../sts/index.ts'
import { openApi } from './document.ts'

export const documentFor = (baseUrl: string) =>
  openApi([...proctoring, ...sts, ...platform], webhooks, baseUrl)
