// Route properties that the operations on webhook endpoints share.

import { Webhook, WebhookParams } from './schema.ts'

export const path = '/api/webhooks'
export const endpointPath = `${path}/{webhookSid}` as const
export const common = {
  tag: 'Webhooks',
  callers: ['session', 'credential'],
  problems: ['application_required'],
} as const
export const endpointRoute = { ...common, params: WebhookParams, returns: Webhook } as const
