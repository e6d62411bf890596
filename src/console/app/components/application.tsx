// The application of pages about webhooks and topics. An operator of several names it in each request.

import { useId } from 'react'
import { useMe } from '../api/session.ts'
import { textsOf } from '../i18n/texts.ts'
import { type UrlState, useUrlState } from './url-state.ts'

const texts = textsOf({ application: 'Application' }, { application: 'Anwendung' })

export type ApplicationChoice = {
  id: string | undefined
  /** For the requests of an operator with several applications. */
  headers: Record<string, string>
  all: readonly { id: string; name: string }[]
}

/** The headers of a request about one of these applications. */
export const headersOf = (id: string, all: ApplicationChoice['all']): Record<string, string> =>
  all.length > 1 ? { 'x-application-id': id } : {}

/** The part of an address that leads to another page of the same application. */
export const ofApplication = ({ application }: UrlState): UrlState => ({ application })

/** The application in the address of the page, else the first one. */
export function useApplication(): ApplicationChoice {
  const { state } = useUrlState()
  const all = useMe()?.applications ?? []
  const chosen = all.find(({ id }) => id === state['application']) ?? all[0]
  return { id: chosen?.id, headers: chosen ? headersOf(chosen.id, all) : {}, all }
}

/** Chooses the application, if there are several. */
export function ApplicationChooser() {
  const { id, all } = useApplication()
  const { set } = useUrlState()
  const control = useId()
  if (all.length < 2) return null
  return (
    <div className="filter">
      <label htmlFor={control}>{texts.application}</label>
      <select id={control} value={id} onChange={({ target }) => set({ application: target.value })}>
        {all.map(each => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </div>
  )
}
