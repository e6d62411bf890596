// Requests what the first view shows while its scripts are loaded. The page loads this file first, and without imports.

export type EarlyAnswers = { sentAt: number; answers: Map<string, Promise<Response>> }

const [, install] = /^\/console(?:\/installs\/(AI[a-f0-9]{32}))?(?:\/|$)/.exec(location.pathname) ?? []
const isEntrance = /^\/console\/(?:sign-in|setup|forgot|reset|accept)\/?$/.test(location.pathname)
const paths = isEntrance
  ? []
  : [
      '/api/auth/me',
      '/api/installs?limit=1000&sortKeys=name',
      ...(install ? [`/v1/installs/${install}/settings`] : []),
    ]

/** A failure is thrown where the answer is used, if it is. */
function request(path: string): Promise<Response> {
  const answer = fetch(path, { cache: 'no-store' })
  answer.catch(() => {})
  return answer
}

const early: EarlyAnswers = {
  sentAt: Date.now(),
  answers: new Map(paths.map(path => [location.origin + path, request(path)])),
}
Object.assign(globalThis, { invigilEarly: early })
