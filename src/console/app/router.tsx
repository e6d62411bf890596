// The addresses of the console. Each page is loaded when it is first shown, but for those that visitors see first. What is
// imported here is one file (tools/build/console.ts): each further one would take a round trip before the first view.

import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { meQuery } from './api/session.ts'
import { Loading } from './components/parts.tsx'
import { parseSearch, stringifySearch, type UrlState } from './components/url-state.ts'
import { OverviewPage } from './pages/overview/overview-page.tsx'
import { SignInPage } from './pages/sign-in/sign-in-page.tsx'
import { Failed, NotFound } from './shell/not-found.tsx'
import { Shell } from './shell/shell.tsx'
import { Start } from './shell/start.tsx'

type Context = { queries: QueryClient }

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  validateSearch: (search: Record<string, unknown>) => search as UrlState,
})

const inRoot = () => root

const signIn = createRoute({
  getParentRoute: inRoot,
  path: '/sign-in',
  component: SignInPage,
})
const setup = createRoute({
  getParentRoute: inRoot,
  path: '/setup',
  component: lazyRouteComponent(() => import('./pages/setup/setup-page.tsx'), 'SetupPage'),
})
const forgot = createRoute({
  getParentRoute: inRoot,
  path: '/forgot',
  component: lazyRouteComponent(() => import('./pages/password/forgot-page.tsx'), 'ForgotPage'),
})
const reset = createRoute({
  getParentRoute: inRoot,
  path: '/reset',
  component: lazyRouteComponent(() => import('./pages/password/set-password-page.tsx'), 'ResetPage'),
})
const accept = createRoute({
  getParentRoute: inRoot,
  path: '/accept',
  component: lazyRouteComponent(() => import('./pages/password/set-password-page.tsx'), 'AcceptPage'),
})

/** The pages of an operator who is signed in. */
const shell = createRoute({
  getParentRoute: inRoot,
  id: 'shell',
  // The first view waits for the operator, who was requested while the scripts were loaded, and so is rendered once.
  loader: ({ context: { queries } }) => {
    const reading = queries.prefetchQuery(meQuery)
    return queries.getQueryData(meQuery.queryKey) === undefined ? reading : undefined
  },
  pendingComponent: Loading,
  pendingMinMs: 0,
  component: Shell,
})
const inShell = () => shell

const start = createRoute({
  getParentRoute: inShell,
  path: '/',
  component: Start,
})
const installs = createRoute({
  getParentRoute: inShell,
  path: '/installs',
  component: lazyRouteComponent(() => import('./pages/installs/installs-page.tsx'), 'InstallsPage'),
})
const webhooks = createRoute({
  getParentRoute: inShell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})
const webhook = createRoute({
  getParentRoute: inShell,
  path: '/webhooks/$webhook',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
})
const deliveries = createRoute({
  getParentRoute: inShell,
  path: '/deliveries',
  component: lazyRouteComponent(() => import('./pages/webhooks/attempts-page.tsx'), 'AttemptsPage'),
})
const deadLetters = createRoute({
  getParentRoute: inShell,
  path: '/dead-letters',
  component: lazyRouteComponent(() => import('./pages/webhooks/dead-letters-page.tsx'), 'DeadLettersPage'),
})
const delivery = createRoute({
  getParentRoute: inShell,
  path: '/deliveries/$delivery',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
})
const operators = createRoute({
  getParentRoute: inShell,
  path: '/operators',
  component: lazyRouteComponent(() => import('./pages/operators/operators-page.tsx'), 'OperatorsPage'),
})
const security = createRoute({
  getParentRoute: inShell,
  path: '/security',
  component: lazyRouteComponent(() => import('./pages/security/security-page.tsx'), 'SecurityPage'),
})
const signInEvents = createRoute({
  getParentRoute: inShell,
  path: '/sign-in-events',
  component: lazyRouteComponent(() => import('./pages/audit/sign-in-events-page.tsx'), 'SignInEventsPage'),
})
const audit = createRoute({
  getParentRoute: inShell,
  path: '/audit',
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
})
const access = createRoute({
  getParentRoute: inShell,
  path: '/access',
  component: lazyRouteComponent(() => import('./pages/access/access-page.tsx'), 'AccessPage'),
})
const topics = createRoute({
  getParentRoute: inShell,
  path: '/topics',
  component: lazyRouteComponent(() => import('./pages/topics/topics-page.tsx'), 'TopicsPage'),
})

/** The pages of one install. */
const install = createRoute({ getParentRoute: inShell, path: '/installs/$install', component: Outlet })
const inInstall = () => install

const overview = createRoute({
  getParentRoute: inInstall,
  path: '/',
  component: OverviewPage,
})
const settings = createRoute({
  getParentRoute: inInstall,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/installs/settings-page.tsx'), 'SettingsPage'),
})
const sessions = createRoute({
  getParentRoute: inInstall,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
})
const session = createRoute({
  getParentRoute: inInstall,
  path: '/exams/$exam/sessions/$session',
  component: lazyRouteComponent(() => import('./pages/session/session-page.tsx'), 'SessionPage'),
})
const live = createRoute({
  getParentRoute: inInstall,
  path: '/live',
  component: lazyRouteComponent(() => import('./pages/live/live-page.tsx'), 'LivePage'),
})
const reports = createRoute({
  getParentRoute: inInstall,
  path: '/reports/$report',
  component: lazyRouteComponent(() => import('./pages/reports/reports-page.tsx'), 'ReportsPage'),
})
const courses = createRoute({
  getParentRoute: inInstall,
  path: '/courses',
  component: lazyRouteComponent(() => import('./pages/catalogue/courses-page.tsx'), 'CoursesPage'),
})
const course = createRoute({
  getParentRoute: inInstall,
  path: '/courses/$course',
  component: lazyRouteComponent(() => import('./pages/catalogue/course-page.tsx'), 'CoursePage'),
})
const exam = createRoute({
  getParentRoute: inInstall,
  path: '/courses/$course/exams/$exam',
  component: lazyRouteComponent(() => import('./pages/catalogue/exam-page.tsx'), 'ExamPage'),
})
const people = createRoute({
  getParentRoute: inInstall,
  path: '/users',
  component: lazyRouteComponent(() => import('./pages/people/people-page.tsx'), 'PeoplePage'),
})
const person = createRoute({
  getParentRoute: inInstall,
  path: '/users/$user',
  component: lazyRouteComponent(() => import('./pages/people/person-page.tsx'), 'PersonPage'),
})
const tokens = createRoute({
  getParentRoute: inInstall,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./pages/access/tokens-page.tsx'), 'TokensPage'),
})

const ofInstall = install.addChildren([
  ...[overview, settings, sessions, session, live, reports],
  ...[courses, course, exam, people, person, tokens],
])
const ofAccount = [
  ...[start, installs, webhooks, webhook, deliveries, delivery, deadLetters],
  ...[operators, security, signInEvents, audit, access, topics],
]
const tree = root.addChildren([
  ...[signIn, setup, forgot, reset, accept],
  shell.addChildren([...ofAccount, ofInstall]),
])

/** Returns the router. The page is served at every address below its base path. */
export const makeRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: '/console',
    context: { queries },
    ...{ parseSearch, stringifySearch },
    trailingSlash: 'never',
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Failed,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
