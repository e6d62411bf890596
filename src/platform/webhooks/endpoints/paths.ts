// What the operations on webhook endpoints have in common.

import { Webhook, WebhookParams } from './schema.ts'

export const path = '/api/webhooks'
export const one = `${path}/{webhookSid}` as const
export const common = {
  tag: 'Webhooks',
  callers: ['session', 'credential'],
  problems: ['application_required'],
} as const
export const ofOne = { ...common, params: WebhookParams, returns: Webhook } as const
