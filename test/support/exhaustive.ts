// The files that only `npm run test:all` runs, and why each is not part of `npm test`: most of them restart or kill whole
// systems, wait for real time or repeat a rule many times. The reason names the quick test of the same rule.

export const exhaustiveFiles: Record<string, string> = {
  'browser/console-announcements':
    'clicks buttons of a real browser and reads its clipboard; browser/console-sign-in opens the console',
  'browser/console-catalogue':
    'integration/proctoring/catalog, people and assignments send the same requests; browser/console-sign-in opens the console',
  'browser/console-dialogs':
    'integration/platform/auth/sessions ends sessions; browser/console-sign-in asks to sign in again',
  'browser/console-first-run': 'docs/readme runs the same steps without a browser',
  'browser/console-forms':
    'integration/proctoring/installs and people refuse outdated changes; unit/console/kept has the tags',
  'browser/console-idle': 'integration/platform/auth/sessions has the rule of requests in the background',
  'browser/console-keyboard':
    'presses every Tab of every page; browser/console-sign-in signs in with the keyboard alone',
  'browser/console-languages':
    'unit/console compares the texts of both languages; browser/console-sign-in opens pages in English',
  'browser/console-list':
    'integration/proctoring/sessions/lists has the filters and the order; browser/console-sign-in opens the console',
  'browser/console-live': 'integration/realtime/monitor; unit/embed/roster has the rules of the list',
  'browser/console-pages': 'opens every page in every theme and width; browser/console-sign-in opens some',
  'browser/console-people': 'integration/proctoring/people and roster send the same requests',
  'browser/console-print': 'opens pages of a real browser; browser/console-sign-in opens the console',
  'browser/console-repair': 'integration/webhooks/retries and integration/sts send the same requests',
  'browser/console-roles': 'contract/operators has the matrix of roles and operations',
  'browser/console-rows':
    'integration/proctoring/sessions/lists has the lists; this one changes them while they are shown',
  'browser/console-work': 'integration/proctoring/sessions and contract/operators send the same requests',
  'browser/docs': 'docs/site and docs/reference read the same pages without a browser',
  'browser/embed-access': 'unit/embed, integration/sts/elements-staff and elements-learner',
  'browser/embed-appointment': 'integration/sts/elements-appointments and verify-shows',
  'browser/embed-axe': 'opens every page in every theme, language and width; unit/embed has the rules',
  'browser/embed-documented': 'waits for real refreshes; unit/embed has the rules of the SDK',
  'browser/embed-errors': 'waits for real timeouts; unit/embed/errors has the rules of the SDK',
  'browser/embed-files':
    'integration/proctoring/files/elements, proctor-types/choice and installs/cancellation-policies',
  'browser/embed-live':
    'integration/realtime/monitor and topics; unit/embed/roster has the rules of the list',
  'browser/embed-live-races':
    'waits for a real refresh; unit/embed/conversation and realtime/tokens have the rules',
  'browser/embed-look': 'unit/embed/appearance and colour',
  'browser/embed-monitor': 'integration/realtime/monitor; unit/embed/roster has the rules of the list',
  'browser/embed-pages': 'integration/sts/elements-staff and elements-learner',
  'browser/embed-races':
    'delays and loses responses of real pages; unit/embed/newest and idempotency/races have the rules',
  'browser/embed-react': 'waits for a real refresh; tools/packages has the files of the component',
  'browser/embed-tokens': 'waits for real refreshes; unit/embed has the rules of the SDK',
  'browser/embed-without-live':
    'integration/sts/elements-staff and elements-learner; this one waits for retries',
  'browser/onboarding': 'integration/proctoring/sessions/onboarding',
  'browser/reset-password': 'integration/platform/auth/passwords',
  'browser/site-axe':
    'opens every page of the documentation; docs/site and contract/home read them without a browser',
  'browser/try-it':
    'sends requests from the API reference; contract/openapi holds the document that it shows',
  'contract/abuse-bodies': 'contract/bad-input sends a sample of the same values to every operation',
  'contract/abuse-requests': 'contract/bad-input sends a sample of the same values to every operation',
  'contract/openapi-lint': 'contract/openapi reads the document; this one applies the rules of two linters',
  'docs/benchmarks': 'runs a bench; docs/reference holds the pages',
  'docs/examples': 'records all examples again; contract/openapi holds their shapes',
  'docs/guides': 'runs every block of the guides; docs/readme runs those of the README',
  'docs/incidents':
    'integration/shared/readiness and storage-full, integration/webhooks/sealing-key; this one stops systems',
  'docs/point-in-time': 'tools/backup-tables restores a backup; this one restarts and recovers servers',
  'docs/tour': 'docs/readme runs the same steps',
  'integration/idempotency/kill':
    'integration/idempotency/every-operation and races; this one kills whole systems',
  'integration/platform/auth/sign-in-flood': 'integration/platform/auth/throttle',
  'integration/platform/auth/sign-in-secrets': 'integration/platform/auth/mfa and passwords',
  'integration/platform/auth/sign-ins-ended-races': 'integration/platform/auth/sign-ins-ended',
  'integration/platform/mail': 'integration/platform/auth/operator-mails and unit/platform/mail',
  'integration/platform/messages-kill': 'integration/platform/messages-send kills its senders in process',
  'integration/platform/retention/plans':
    'integration/platform/retention/retention; this one reads query plans',
  'integration/platform/retention/writers': 'integration/platform/retention/races',
  'integration/platform/sealing-rotation': 'unit/shared/key-ring',
  'integration/proctoring/accommodations/race':
    'integration/proctoring/accommodations/values; this one races single changes',
  'integration/proctoring/files/kill':
    'integration/proctoring/files/complete and deletion; this one kills whole systems',
  'integration/proctoring/fields/exams':
    'docs/fields; integration/proctoring/configurations and catalog/exams set the same fields',
  'integration/proctoring/fields/installs':
    'docs/fields; integration/proctoring/installs/settings sets the same fields',
  'integration/proctoring/fields/people-and-courses':
    'docs/fields; integration/proctoring/people and catalog set the same fields',
  'integration/proctoring/fields/session-parts':
    'docs/fields; integration/proctoring/events and files set the same fields',
  'integration/proctoring/fields/sessions':
    'docs/fields; integration/proctoring/sessions sets the same fields',
  'integration/proctoring/installs/credentials-command': 'integration/proctoring/installs/credentials',
  'integration/proctoring/installs/server-zone':
    'integration/proctoring/assignments/windows; this one restarts Postgres in other zones',
  'integration/realtime/documents-killed':
    'unit/realtime/document-content opens a document again; this one kills a system',
  'integration/realtime/feed-killed': 'integration/realtime/feed and webhook-events; this one kills a system',
  'integration/realtime/idle': 'unit/realtime/connection; this one waits for real pings',
  'integration/realtime/killed': 'integration/realtime/topics recovers; this one kills a system',
  'integration/realtime/monitor-lost': 'waits for lost pings; integration/realtime/monitor has the rules',
  'integration/proctoring/reconciliation/capacity-race':
    'integration/proctoring/reconciliation/capacity; this one races many learners',
  'integration/proctoring/sessions/kill':
    'integration/proctoring/sessions/transitions-races; this one kills the system',
  'integration/shared/frozen-database': 'integration/shared/readiness; this one waits for real timeouts',
  'integration/shared/list-plans':
    'property/token-list and property/user-list; this one fills a database and reads query plans',
  'integration/shared/roster-plans':
    'integration/proctoring/roster has the rules of these rows; this one fills a database',
  'integration/shared/keys-rotation': 'unit/shared/key-ring',
  'integration/shared/nginx':
    'tools/front and unit/shared/client-address; this one runs nginx, where it is installed',
  'integration/shared/proxied':
    'tools/front, tools/exposure and unit/edge/client-address; this one starts three systems',
  'integration/sts/embed-plans': 'property/embed-sessions; this one fills a database and reads query plans',
  'integration/sts/secrets': 'integration/sts/tokens-use; this one searches all tables and logs',
  'integration/webhooks/batches-breaker': 'integration/webhooks/breaker and integration/webhooks/batches',
  'integration/webhooks/claim': 'integration/webhooks/relay',
  'integration/webhooks/deleted-throttle':
    'integration/webhooks/breaker and integration/webhooks/endpoints; this one injects faults',
  'integration/webhooks/faults': 'integration/webhooks/relay; this one injects faults and kills the system',
  'integration/webhooks/faults-breaker': 'integration/webhooks/relay; this one injects faults',
  'integration/webhooks/faults-outbox': 'integration/webhooks/relay; this one injects faults',
  'integration/webhooks/faults-schedule': 'integration/webhooks/relay; this one injects faults',
  'integration/webhooks/fresh-signature':
    'integration/webhooks/attempts; this one passes all six attempts of the schedule of production',
  'integration/webhooks/retry-unanswered':
    'integration/webhooks/relay and retries; this one loses responses of QStash',
  'integration/webhooks/race': 'integration/webhooks/publish-id',
  'property/abuse': 'contract/bad-input',
  'property/deep-pages':
    'integration/proctoring/people/users-list and catalog/paging; this one compares random pages',
  'property/effective-configuration':
    'integration/proctoring/configurations/effective and integration/sql/configurations',
  'property/report-audit': 'integration/proctoring/reports; this one compares random data with a reference',
  'property/report-churn': 'integration/proctoring/reports; this one compares random data with a reference',
  'property/report-events': 'integration/proctoring/reports; this one compares random data with a reference',
  'property/report-exam-list':
    'integration/proctoring/reports; this one compares random data with a reference',
  'property/report-unscheduled':
    'integration/proctoring/reports; this one compares random data with a reference',
  'property/report-volume':
    'integration/proctoring/reports/volume; this one compares random data with a reference',
  'property/webhook-filter': 'integration/webhooks/publish-filter',
  'property/sts-races':
    'integration/sts/refresh-race; property/one-trip-races ends authorities during requests',
  'property/sessions-model':
    'unit/proctoring/transitions and integration/proctoring/sessions/transitions-races',
  'tools/backup': 'tools/backup-tables; this one starts systems on restored databases',
  'tools/build': 'contract/house; npm run build itself is a step of .ci/run',
  'tools/console-size': 'contract/house; npm run build, a step of .ci/run, checks the same sizes',
  'tools/demo-data-load': 'tools/demo-data',
  'tools/demo-start': 'tools/demo-data has the rows; this one starts three systems that insert them',
  'tools/deploy-command': 'tools/deploy; this one bundles with Wrangler',
  'tools/earlier-state': 'tools/sql-set; this one migrates a state of an earlier version',
  'tools/help': 'tools/arguments; this one starts every command',
  'tools/keys': 'unit/shared/key-ring; this one starts the command many times',
  'tools/local-pglite': 'the files of integration/sql run on it; this one kills it',
  'tools/local-postgres': 'tools/start; this one kills servers',
  'tools/migrate': 'tools/sql-set; this one starts several systems',
  'tools/next-migration': 'tools/sql-set and migration-locks; this one migrates while a build serves',
  'tools/neon-endpoint-connections': 'tools/neon-endpoint-failures; this one counts and cuts connections',
  'tools/npm-signals': 'tools/start',
  'tools/packages-client':
    'unit/client and tools/packages; this one installs the package and sends 10,000 users',
  'tools/packages-embed': 'unit/embed and tools/packages; this one installs the package',
  'tools/reload': 'tools/start; this one changes sources while `npm run dev` runs',
  'tools/rolled-back':
    'tools/sql-set and integration/shared/readiness; this one starts a build on a newer database',
  'tools/duplicate-ids': 'integration/proctoring/people/taken-ids; this one migrates a filled database',
  'tools/username-clashes': 'integration/sql/names; this one migrates filled databases',
  'tools/stack': 'tools/start',
  'tools/start-refused': 'tools/check-variables and tools/state-directory; this one starts many processes',
}
