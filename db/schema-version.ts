import journal from './migrations/meta/_journal.json' with { type: 'json' }
import manifest from './sql/manifest.json' with { type: 'json' }

/** The time of the newest migration of this build in ms, as databases record it. */
export const newestMigration = Math.max(...journal.entries.map(({ when }) => when))

/** The hash of the functions, views and triggers of this build, and the time in ms of their last change. */
export const sqlSet: { hash: string; writtenAt: number } = manifest
