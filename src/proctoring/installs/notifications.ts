// The notifications of an install as settings and as columns.

import type * as z from 'zod'
import type { install } from '../../../db/schema/tenancy.ts'
import { OwnTexts } from '../../shared/messages/texts.ts'
import { fileSettingsOf } from '../file-content/settings.ts'
import type { InstallSettingsUpdate } from './schema.ts'

type InstallRow = typeof install.$inferSelect
type Update = z.output<typeof InstallSettingsUpdate>['notifications']

/** Returns the settings of an install. */
export const presentSettings = (row: InstallRow) => ({
  ...row,
  files: fileSettingsOf(row),
  notifications: {
    enabled: row.notificationsEnabled,
    confirmations: row.notifyConfirmations,
    reminders: row.notifyReminders,
    reviews: row.notifyReviews,
    texts: row.notificationTexts && OwnTexts.parse(row.notificationTexts),
  },
})

/** Returns the columns of the members that are sent. */
export const notificationColumns = ({
  enabled,
  confirmations,
  reminders,
  reviews,
  texts,
}: NonNullable<Update>) => ({
  notificationsEnabled: enabled,
  notifyConfirmations: confirmations,
  notifyReminders: reminders,
  notifyReviews: reviews,
  notificationTexts: texts,
})
