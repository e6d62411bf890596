// Filters by the name of a person.

import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The parts of the names of a person. */
type NameParts = { firstName?: string | undefined; lastName?: string | undefined }

/** Returns the condition that the names of a user of the install contain the parts; undefined without parts. */
export const isNamed = (
  userSid: Column,
  installSid: SQLWrapper,
  { firstName, lastName }: NameParts,
): SQL | undefined =>
  firstName === undefined && lastName === undefined
    ? undefined
    : sql`${userSid} in (select users_named(${installSid}, ${firstName ?? null}, ${lastName ?? null}))`
