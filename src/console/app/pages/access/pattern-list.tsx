// A list of patterns of a policy: each is added by Enter or by leaving the field, and removed by its button.

import { useId, useState } from 'react'
import { patternError, type Separator } from '../../../../shared/auth/policy/pattern.ts'
import { Button } from '../../components/button.tsx'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

type ListProps = {
  label: string
  hint: string
  /** The id of the suggestions. */
  list: string
  separator: Separator
  values: readonly string[]
  onChange(values: readonly string[]): void
}

export function PatternList({ label, hint, list, separator, values, onChange }: ListProps) {
  const id = useId()
  const [text, setText] = useState('')
  const pattern = text.trim()
  const isInvalid = pattern !== '' && patternError(pattern, separator) !== undefined
  const add = () => {
    if (pattern === '' || isInvalid) return
    setText('')
    if (!values.includes(pattern)) onChange([...values, pattern])
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      {values.length > 0 && (
        <ul className="chosen">
          {values.map(value => (
            <li key={value}>
              <code>{value}</code>
              <Button
                kind="quiet"
                label={`${common.remove}: ${value}`}
                onPress={() => onChange(values.filter(each => each !== value))}>
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        list={list}
        className="mono"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-describedby={isInvalid ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={isInvalid || undefined}
        onChange={({ target }) => setText(target.value)}
        onBlur={add}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      {isInvalid && (
        <p className="field-error" id={`${id}-error`}>
          {texts.patternInvalid}
        </p>
      )}
    </div>
  )
}
