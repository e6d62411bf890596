// The filter of credentials and tokens by whether they are valid.

import type { Filter } from '../../components/filters.tsx'
import type { UrlState } from '../../components/url-state.ts'
import { texts } from './texts.ts'

export const activeFilter: Filter = {
  ...{ name: 'active', label: texts.state, kind: 'choice' },
  options: [
    { value: 'true', label: texts.active },
    { value: 'false', label: texts.inactive },
  ],
}

/** The query of the filter in the address. */
export const activeQuery = ({ active }: UrlState): { active?: boolean } =>
  active ? { active: active === 'true' } : {}
