import { bigint, date, integer, json, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant, sid } from '../columns.ts'

/** Without a foreign key, whose check would lock the install's row at each insert. */
const installSid = () => sid('AI').notNull()

/**
 * The numbers of appointments of an install, without the changes of `appointment_volume_change` that the cron has not
 * added. No request updates it, because all requests of an install would wait for its rows.
 */
export const appointmentVolume = pgTable(
  'appointment_volume',
  {
    installSid: installSid(),
    /** In UTC. */
    day: date().notNull(),
    /** One number for each quarter of an hour of the day: 96. As JSON, which reports copy without a conversion. */
    volumes: json().$type<number[]>().notNull(),
  },
  table => [primaryKey({ columns: [table.installSid, table.day] })],
)

/**
 * The appointments that a statement added to a quarter of an hour, or removed if negative. Triggers write it in the
 * transaction of the statement.
 */
export const appointmentVolumeChange = pgTable('appointment_volume_change', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  installSid: installSid(),
  /** The start of the quarter of an hour, in UTC. */
  startDate: instant().notNull(),
  change: integer().notNull(),
})
