import journal from './migrations/meta/_journal.json' with { type: 'json' }
import manifest from './sql/manifest.json' with { type: 'json' }

/** The newest migration of this build, as the time in ms under which a database records it. */
export const newestMigration = Math.max(...journal.entries.map(({ when }) => when))

/** The functions, views and triggers of this build: their hash, and the time in ms at which they last changed. */
export const sqlSet: { hash: string; writtenAt: number } = manifest
