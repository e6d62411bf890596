import type { Database } from '../../../db/client.ts'
import { install } from '../../../db/schema/tenancy.ts'
import { newSid, type SidOf } from '../../../db/sid.ts'

type Owner = { accountSid: SidOf<'AC'>; applicationSid: SidOf<'AP'> }

export const insertInstall = (db: Database, { accountSid, applicationSid }: Owner, name: string) =>
  db
    .insert(install)
    .values({ sid: newSid('AI'), accountSid, applicationSid, name })
    .returning()
