// The status of a delivery to a webhook endpoint.

import type { ItemOf } from '../../../client/index.ts'
import { textsOf } from '../i18n/texts.ts'
import { Badge, type Tone } from './parts.tsx'

type Status = ItemOf<'/api/webhooks/deliveries'>['status']

export const deliveryStatuses = textsOf(
  { pending: 'Pending', delivered: 'Delivered', dead: 'Dead letter', skipped: 'Skipped' },
  { pending: 'Ausstehend', delivered: 'Zugestellt', dead: 'Unzustellbar', skipped: 'Übersprungen' },
)

const tones: Record<Status, Tone> = { pending: 'wait', delivered: 'good', dead: 'bad', skipped: 'over' }

export const DeliveryStatus = ({ status }: { status: Status }) => (
  <Badge tone={tones[status]}>{deliveryStatuses[status]}</Badge>
)
