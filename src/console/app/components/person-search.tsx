// Finds a person by name, e-mail address or id: as a field of forms, and as a filter.

import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { useInstallSid } from '../api/installs.ts'
import { type Found, findPeople, isPerson, nameOf, profileQuery } from '../api/people.ts'
import { formatNumber } from '../i18n/format.ts'
import { textsOf } from '../i18n/texts.ts'
import type { ControlProps, Filter } from './filters.tsx'
import { type Described, Field } from './form.tsx'
import { ProblemNotice } from './problem.tsx'

export const personTexts = textsOf(
  {
    hint: 'A part of the name or the email address, or an id of any system.',
    matching: (count: string) => `${count} found`,
    nobody: 'Nobody found.',
    choose: 'Choose a person from the list.',
    people: 'People',
    fill: 'Find a person',
  },
  {
    hint: 'Ein Teil des Namens oder der E-Mail-Adresse, oder eine Kennung eines beliebigen Systems.',
    matching: count => `${count} gefunden`,
    nobody: 'Niemand gefunden.',
    choose: 'Wählen Sie eine Person aus der Liste.',
    people: 'Personen',
    fill: 'Person suchen',
  },
)

/** Milliseconds after the last key, and the least number of letters. */
const typingPause = 250
const minLength = 2

const termOf = (text: string): string => text.trim().slice(0, 100)

/** The people whom a text finds, after a pause of typing; none while it is another text than the one that was sent. */
function useFound(text: string): { people: readonly Found[]; isDone: boolean; problem: unknown } {
  const installSid = useInstallSid()
  const [term, setTerm] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setTerm(termOf(text)), typingPause)
    return () => clearTimeout(timer)
  }, [text])
  const query = useQuery({
    queryKey: ['people', installSid, term],
    queryFn: ({ signal }) => findPeople(installSid, term, signal),
    enabled: term.length >= minLength,
    staleTime: 30_000,
  })
  const people = term === termOf(text) ? query.data : undefined
  return { people: people ?? [], isDone: people !== undefined, problem: query.error }
}

type SearchProps = {
  described: Described
  /** The name of the person who is chosen already; undefined while it is not known. */
  known?: string | undefined
  onChoose(person: Found): void
  onType?(text: string): void
  isRequired?: boolean | undefined
  isFirst?: boolean | undefined
  /** Whether it is empty again after a choice, for the next one. */
  isRepeated?: boolean
}

const combobox = {
  ...{ type: 'text', autoComplete: 'off', spellCheck: false },
  'aria-autocomplete': 'list',
} as const
const listbox = { className: 'found', role: 'listbox', 'aria-label': personTexts.people }
/** The focus stays in the input, whose keys are those of the list. */
const option = { role: 'option', tabIndex: -1, onMouseDown: (event: MouseEvent) => event.preventDefault() }

/** A combobox: arrows move through the people, Enter chooses, Escape closes the list. */
export function PersonSearch(props: SearchProps) {
  const { described, known, onChoose, onType, isRequired, isFirst, isRepeated } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [text, setText] = useState(known ?? '')
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { people, isDone, problem } = useFound(typed)
  const [hasFocus, setFocus] = useState(false)
  const isOpen = hasFocus && people.length > 0
  const at = Math.min(active, people.length - 1)
  useEffect(() => {
    if (known !== undefined) setText(known)
  }, [known])
  useEffect(() => {
    if (isFirst) input.current?.focus()
  }, [isFirst])
  // A text that is no person must not be sent.
  useEffect(() => input.current?.setCustomValidity(typed.trim() === '' ? '' : personTexts.choose), [typed])
  const type = (value: string) => {
    setText(value)
    setTyped(value)
    setActive(0)
    onType?.(value)
  }
  const choose = (person: Found) => {
    setText(isRepeated ? '' : nameOf(person))
    setTyped('')
    onChoose(person)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const person = people[at]
    if (!(isOpen && person)) return
    if (step !== 0) setActive((at + step + people.length) % people.length)
    else if (event.key === 'Enter') choose(person)
    else if (event.key === 'Escape') type('')
    else return
    event.preventDefault()
  }
  return (
    <div className="person-search">
      <input
        {...described}
        {...combobox}
        ref={input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        required={isRequired}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      />
      {isOpen && (
        <ul {...listbox} id={`${id}-list`}>
          {people.map((person, index) => (
            <li
              key={person.sid}
              {...{ ...option, id: `${id}-${index}`, 'aria-selected': index === at }}
              {...{ onClick: () => choose(person) }}>
              {nameOf(person)} <span className="quiet">{person.email}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="hint" role="status">
        {isDone &&
          (people.length > 0 ? personTexts.matching(formatNumber(people.length)) : personTexts.nobody)}
      </p>
      <ProblemNotice problem={problem} />
    </div>
  )
}

type FieldProps = { name: string; label: string; isRequired?: boolean; isFirst?: boolean }

/** A field of a form whose value is the id of a person. */
export function PersonField({ name, label, isRequired, isFirst }: FieldProps) {
  const [chosen, setChosen] = useState<Found>()
  return (
    <Field {...{ name, label, hint: personTexts.hint }}>
      {described => (
        <>
          <PersonSearch
            {...{ described, isRequired, isFirst }}
            onChoose={setChosen}
            onType={() => setChosen(undefined)}
          />
          <input type="hidden" name={name} value={chosen?.sid ?? ''} />
        </>
      )}
    </Field>
  )
}

/** A filter by a person. Its value in the address is the id. */
export function PersonFilter({ filter, value, onChange }: ControlProps) {
  const id = useId()
  const installSid = useInstallSid()
  const isChosen = isPerson(value)
  const { data } = useQuery({
    ...profileQuery(installSid, isChosen ? value : `US${'0'.repeat(32)}`),
    enabled: isChosen,
  })
  const known = isChosen ? data && nameOf(data) : ''
  return (
    <div className="filter">
      <label htmlFor={id}>{filter.label}</label>
      <PersonSearch
        described={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        known={known}
        onChoose={person => onChange(person.sid)}
        onType={text => {
          if (text === '') onChange('')
        }}
      />
    </div>
  )
}

export const personFilter = (name: string, label: string): Filter => ({
  ...{ name, label, kind: 'own', Control: PersonFilter },
})
