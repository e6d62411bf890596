// The pages of the console of which there are pictures. A test compares them with the routes of the console.

/** What the addresses of the pages refer to. */
export type Shown = Record<
  'install' | 'exam' | 'session' | 'course' | 'user' | 'webhook' | 'delivery',
  string
>

export type PageShown = {
  /** The name of the picture, without `.png`. */
  name: string
  /** The route of the console. */
  route: string
  /** The query and the fragment of the address. */
  search?: (shown: Shown) => string
  values?: Record<string, string>
  /** Whether there is a picture of a dark phone too. */
  isNarrowToo?: boolean
}

const install = '/installs/$install'
const report = `${install}/reports/$report`
const reports = ['volume', 'unscheduled', 'events', 'churn', 'audit', 'exams']

/** The pages that visitors see without a session. The first one is only there before the first operator. */
export const entrancePages: readonly PageShown[] = [
  { name: 'setup', route: '/setup' },
  { name: 'sign-in', route: '/sign-in', isNarrowToo: true },
  { name: 'forgot', route: '/forgot' },
  { name: 'reset', route: '/reset', search: () => '#token=shown' },
  { name: 'accept', route: '/accept', search: () => '#token=shown' },
]

export const operatorPages: readonly PageShown[] = [
  { name: 'overview', route: install, isNarrowToo: true },
  {
    ...{ name: 'sessions', route: `${install}/sessions`, isNarrowToo: true },
    search: () => '?status=Scheduled,Incident',
  },
  { name: 'session', route: `${install}/exams/$exam/sessions/$session`, isNarrowToo: true },
  {
    ...{ name: 'live', route: `${install}/live`, isNarrowToo: true },
    search: ({ exam }) => `?exam=${exam}`,
  },
  ...reports.map(name => ({ name: `report-${name}`, route: report, values: { report: name } })),
  { name: 'courses', route: `${install}/courses` },
  { name: 'course', route: `${install}/courses/$course` },
  { name: 'exam', route: `${install}/courses/$course/exams/$exam` },
  { name: 'people', route: `${install}/users`, search: () => '?lastName=be' },
  { name: 'person', route: `${install}/users/$user` },
  { name: 'tokens', route: `${install}/tokens` },
  { name: 'settings', route: `${install}/settings` },
  { name: 'installs', route: '/installs' },
  { name: 'access', route: '/access' },
  { name: 'webhooks', route: '/webhooks' },
  { name: 'webhook', route: '/webhooks/$webhook' },
  { name: 'deliveries', route: '/deliveries' },
  { name: 'delivery', route: '/deliveries/$delivery' },
  { name: 'dead-letters', route: '/dead-letters' },
  { name: 'topics', route: '/topics' },
  { name: 'operators', route: '/operators' },
  { name: 'audit', route: '/audit' },
  { name: 'sign-in-events', route: '/sign-in-events' },
  { name: 'security', route: '/security' },
]

/** The routes that lead to another one. */
export const withoutPicture = ['/']

/** The files of the pictures. */
export const pictureFiles = (): string[] =>
  [...entrancePages, ...operatorPages].flatMap(({ name, isNarrowToo }) => [
    `${name}.png`,
    ...(isNarrowToo ? [`${name}-narrow.png`] : []),
  ])

/** The address of a page below `/console`. */
export function addressOf({ route, values = {}, search }: PageShown, shown: Shown): string {
  const known: Record<string, string> = { ...shown, ...values }
  const path = route.replaceAll(/\$(\w+)/g, (_, name: string) => known[name] ?? name)
  return `${path}${search?.(shown) ?? ''}`
}
