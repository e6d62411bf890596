// The installs that the operator may see, and the settings of one.

import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { sid } from '../../../client/index.ts'
import { browserZone } from '../i18n/zone.ts'
import { read } from './client.ts'

export const installsQuery = read('/api/installs', { query: { limit: 1000, sortKeys: 'name' } })

/** The install with which an operator starts who has not chosen one: that with the most exams. */
export const busiestOf = <I extends { exams: number }>(installs: readonly I[]): I | undefined =>
  installs.reduce<I | undefined>((most, each) => (most && most.exams >= each.exams ? most : each), undefined)

/** The sid of the install in the address of the page. @throws TypeError on a page of the account */
export function useInstallSid() {
  const { install } = useParams({ strict: false })
  return sid('AI', install)
}

export const settingsQuery = (installSid: ReturnType<typeof useInstallSid>) => ({
  ...read('/v1/installs/{installSid}/settings', { params: { installSid } }),
  staleTime: 60_000,
})

/** The time zone of the install in the address, when it is known; undefined on a page of the account. */
export function useInstallZone(): string | undefined {
  const { install } = useParams({ strict: false })
  const isInstall = install !== undefined
  const settings = useQuery({
    ...settingsQuery(sid('AI', install ?? `AI${'0'.repeat(32)}`)),
    enabled: isInstall,
  })
  if (!isInstall) return undefined
  return settings.data?.defaultTimezone ?? (settings.error ? browserZone() : undefined)
}
