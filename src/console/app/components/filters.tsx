// The filters of a page. Their values are in its address.

import { type ComponentType, useEffect, useId, useRef, useState } from 'react'
import { common } from '../i18n/common.ts'
import { formatNumber } from '../i18n/format.ts'
import { Button } from './button.tsx'
import type { Option } from './form.tsx'
import { useUrlState } from './url-state.ts'

export type Filter = { name: string; label: string } & (
  | { kind: 'text' | 'date' }
  | { kind: 'choice' | 'many'; options: readonly Option[] }
  | { kind: 'own'; Control: ComponentType<ControlProps> }
)

/** Milliseconds after the last key. */
const typingPause = 350

/** A filter changes which rows there are, so the list starts at its first row again. */
export const fromStart = { from: undefined, before: undefined }

export type ControlProps = { filter: Filter; value: string; onChange(value: string): void }

/** Shows the filters, and a button that clears them. */
export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const { state, set } = useUrlState()
  const isFiltered = filters.some(({ name }) => state[name])
  const bar = useRef<HTMLElement>(null)
  const [clearings, setClearings] = useState(0)
  // The button goes with the filters, and must not take the focus with it.
  useEffect(() => {
    if (clearings > 0) bar.current?.querySelector<HTMLElement>('input, select, summary')?.focus()
  }, [clearings])
  return (
    <search ref={bar} className="filters" aria-label={common.filters}>
      {filters.map(filter => (
        <Control
          // Clearing replaces the controls: what was typed just before does not apply.
          key={`${filter.name} ${clearings}`}
          filter={filter}
          value={state[filter.name] ?? ''}
          onChange={value => set({ ...fromStart, [filter.name]: value || undefined })}
        />
      ))}
      {isFiltered && (
        <Button
          kind="quiet"
          onPress={() => {
            set({ ...fromStart, ...Object.fromEntries(filters.map(({ name }) => [name, undefined])) })
            setClearings(clearings + 1)
          }}>
          {common.clearFilters}
        </Button>
      )}
    </search>
  )
}

function Control(props: ControlProps) {
  if (props.filter.kind === 'choice') return <Choice {...props} options={props.filter.options} />
  if (props.filter.kind === 'many') return <Many {...props} options={props.filter.options} />
  if (props.filter.kind === 'own') return <props.filter.Control {...props} />
  return <Typed {...props} />
}

/** A text, which applies when the operator pauses, or a date. */
function Typed({ filter, value, onChange }: ControlProps) {
  const id = useId()
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What is typed stays as it is: the address has it later, and without the spaces around it.
  const applied = useRef(value)
  useEffect(() => {
    if (value === applied.current) return
    applied.current = value
    clearTimeout(timer.current)
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const apply = (entered: string) => {
    applied.current = entered
    onChange(entered)
  }
  return (
    <div className="filter">
      <label htmlFor={id}>{filter.label}</label>
      <input
        id={id}
        type={filter.kind === 'date' ? 'date' : 'search'}
        autoComplete="off"
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => apply(target.value.trim()), typingPause)
        }}
      />
    </div>
  )
}

function Choice({ filter, value, onChange, options }: ControlProps & { options: readonly Option[] }) {
  const id = useId()
  return (
    <div className="filter">
      <label htmlFor={id}>{filter.label}</label>
      <select id={id} value={value} onChange={event => onChange(event.target.value)}>
        <option value="">{common.any}</option>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Several values of a list, separated by commas in the address. */
function Many({ filter, value, onChange, options }: ControlProps & { options: readonly Option[] }) {
  const id = useId()
  const chosen = value === '' ? [] : value.split(',')
  const summary =
    chosen.length === 0
      ? common.any
      : chosen.length === 1
        ? (options.find(option => option.value === chosen[0])?.label ?? '')
        : formatNumber(chosen.length)
  return (
    <div className="filter">
      <span id={id}>{filter.label}</span>
      <details className="many" aria-labelledby={id}>
        <summary aria-label={`${filter.label}: ${summary}`}>{summary}</summary>
        <div className="many-options">
          {options.map(option => (
            <label key={option.value}>
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    (target.checked
                      ? [...chosen, option.value]
                      : chosen.filter(each => each !== option.value)
                    ).join(','),
                  )
                }
              />
              {option.label}
            </label>
          ))}
        </div>
      </details>
    </div>
  )
}
