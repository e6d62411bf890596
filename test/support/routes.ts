import { routes as platform } from '../../src/platform/index.ts'
import { routes as proctoring } from '../../src/proctoring/index.ts'
import type { Route } from '../../src/shared/http/route.ts'
import { routes as sts } from '../../src/sts/index.ts'

/** Every operation of the system. */
export const everyRoute: readonly Route<never>[] = [...proctoring, ...sts, ...platform]

/** Operations that need an action, and so a credential that has it. */
export const guardedRoutes = everyRoute.filter(({ action }) => action !== undefined)

/** `GET /v1/…`, for titles. */
export const nameOf = ({ method, path }: Route<never>): string => `${method.toUpperCase()} ${path}`

const unknown = '0123456789abcdef'.repeat(2)

/** The queries without which operations are refused. */
const requiredQueries: Record<string, string> = { '/api/webhooks/deliveries': `sessionSid=ES${unknown}` }

/** The path of a route, or one with its parameters filled, with the query that the route requires. */
export const withRequiredQuery = (path: string): string =>
  requiredQueries[path] === undefined ? path : `${path}?${requiredQueries[path]}`

/** The path with one more part of its query. */
export const withQuery = (path: string, part: string): string =>
  `${path}${path.includes('?') ? '&' : '?'}${part}`

/** The path with a well-formed sid for each parameter: the given install, and records that do not exist. */
export const fill = ({ path }: Route<never>, installSid: string): string =>
  withRequiredQuery(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'installSid' ? installSid : `${prefixOf(name, path)}${unknown}`,
    ),
  )

const prefixes: Record<string, string> = {
  userSid: 'US',
  suppressionSid: 'SU',
  credentialSid: 'AK',
  tokenSid: 'TA',
  proctorSid: 'PA',
  courseOfferingSid: 'CO',
  courseSid: 'CU',
  sectionSid: 'SE',
  enrollmentSid: 'EN',
  examSid: 'EX',
  sessionSid: 'ES',
  eventSid: 'ER',
  fileSid: 'FI',
  eventTypeSid: 'ET',
  annotationSid: 'AN',
  proctorTypeSid: 'TS',
  proctorGroupSid: 'PG',
  reviewProcessSid: 'RP',
  onboardingSecret: 'OB',
  operatorSid: 'OP',
  webhookSid: 'WH',
  deliverySid: 'WD',
  retrySid: 'WR',
  examConfigurationSid: 'EC',
  cancellationPolicySid: 'CP',
  // The name of a document is no sid.
  documentName: 'document-',
}

function prefixOf(name: string, path: string): string {
  // Sessions of area C are sign-ins.
  const prefix = name === 'sessionSid' && path.startsWith('/api/auth/') ? 'SI' : prefixes[name]
  if (prefix === undefined) throw new Error(`Name the prefix of ${name} in test/support/routes.ts.`)
  return prefix
}
