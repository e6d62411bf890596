import journal from './migrations/meta/_journal.json' with { type: 'json' }

/** The newest migration that this build knows, as the time in ms under which a database notes that it has been applied. */
export const newestMigration = Math.max(...journal.entries.map(({ when }) => when))
