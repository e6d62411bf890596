import * as z from 'zod'
import { Time } from '../time.ts'

export const Recovery = z
  .strictObject({
    since: Time('Events before this time are not sent.'),
  })
  .meta({ id: 'Recovery' })
export const Recovered = z
  .object({
    recovered: z
      .int()
      .meta({ description: 'The number of events that are sent, among the examined ones.', example: 3 }),
    finished: z
      .boolean()
      .meta({ description: 'Whether all events were examined. Otherwise more can follow within minutes.' }),
  })
  .meta({ id: 'Recovered' })
