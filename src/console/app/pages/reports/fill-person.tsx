// Finds a person, and fills in the filters of a report by the name and the e-mail address.

import { useId } from 'react'
import type { Found } from '../../api/people.ts'
import { type Filter, fromStart } from '../../components/filters.tsx'
import { PersonSearch, personTexts } from '../../components/person-search.tsx'
import { useUrlState } from '../../components/url-state.ts'

/** The names of the filters; a report without a filter by e-mail address has only the first two. */
type Names = { firstName: string; lastName: string; email?: string }

export function fillPerson(names: Names): Filter {
  function FillPerson() {
    const id = useId()
    const { set } = useUrlState()
    const fill = ({ firstName, lastName, email }: Found) =>
      set({
        ...{ ...fromStart, [names.firstName]: firstName, [names.lastName]: lastName },
        ...(names.email && { [names.email]: email }),
      })
    return (
      <div className="filter">
        <label htmlFor={id}>{personTexts.fill}</label>
        <PersonSearch
          described={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
          isRepeated
          onChoose={fill}
        />
      </div>
    )
  }
  return { name: 'find', label: personTexts.fill, kind: 'own', Control: FillPerson }
}
