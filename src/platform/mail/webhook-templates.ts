// The texts of mails about webhook endpoints.

import { inMail } from '../../shared/values/text.ts'
import { mailTo, type Person } from './email-templates.ts'

type Endpoint = { url: string; application: string }

/** Reports that an endpoint was deactivated because it failed for days. */
export const endpointDeactivatedMail = (person: Person, { url, application }: Endpoint) =>
  mailTo(
    person,
    `A webhook endpoint of ${inMail(application)} was deactivated`,
    'No delivery to this webhook endpoint has succeeded for 5 days, so it was deactivated and receives no more events:',
    url,
    'Correct its receiver, and activate it. Then send the events that it has missed: POST /api/webhooks/{webhookSid}/recover, or POST /api/webhooks/deliveries/retry.',
  )

/** Reports that such an endpoint is active again. */
export const endpointActivatedMail = (person: Person, { url, application }: Endpoint) =>
  mailTo(
    person,
    `A webhook endpoint of ${inMail(application)} is active again`,
    'This webhook endpoint was activated again, and receives events:',
    url,
  )
