// Forms: native controls with labels, hints and the errors of the API at their fields.

import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { ApiProblem } from '../../../client/index.ts'
import { common } from '../i18n/common.ts'
import { ProblemNotice } from './problem.tsx'

export type Values = Record<string, string>

const ProblemContext = createContext<unknown>(undefined)

/** Whether the path of an error is that of the field, or of a part of it, at any depth of the body. */
const isOf = (path: string, name: string): boolean =>
  path === name || path.startsWith(`${name}.`) || path.endsWith(`.${name}`)

const errorOf = (problem: unknown, name: string): string | undefined =>
  problem instanceof ApiProblem ? problem.errors.find(({ path }) => isOf(path, name))?.message : undefined

type FormProps = {
  children: ReactNode
  /** Called with the values by name. A checkbox that is not checked has none. */
  onSubmit(values: Values, form: FormData): void
  problem?: unknown
  label?: string
  className?: string
}

/** A form. The problem is shown above it, and at the fields that it names; the first of them gets the focus. */
export function Form({ children, onSubmit, problem, label, className = 'form' }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problem])
  return (
    <ProblemContext value={problem}>
      <form
        ref={form}
        className={className}
        method="post"
        aria-label={label}
        onSubmit={event => {
          event.preventDefault()
          const data = new FormData(event.currentTarget)
          const values = Object.fromEntries(
            [...data].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
          )
          onSubmit(values, data)
        }}>
        <ProblemNotice problem={problem} />
        {children}
      </form>
    </ProblemContext>
  )
}

type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  isRequired?: boolean
}

export type Described = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The label, the hint and the error of a control. */
export function Field({
  name,
  label,
  hint,
  children,
}: FieldProps & { children(described: Described): ReactNode }) {
  const id = useId()
  const error = errorOf(useContext(ProblemContext), name)
  const ids = [...(hint ? [`${id}-hint`] : []), ...(error ? [`${id}-error`] : [])]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': ids.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export type TextFieldProps = FieldProps & {
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'datetime-local' | 'search'
  /** What password managers fill in. Default: nothing. */
  autoComplete?: string
  defaultValue?: string | number | undefined
  placeholder?: string
  min?: number | string
  max?: number | string
  maxLength?: number
  isCode?: boolean
  /** Has the focus when it appears. */
  isFirst?: boolean
}

export function TextField({
  type = 'text',
  autoComplete = 'off',
  isRequired,
  isCode,
  isFirst,
  name,
  label,
  hint,
  ...rest
}: TextFieldProps) {
  const control = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFirst) control.current?.focus()
  }, [isFirst])
  const isProse = type === 'text' && !isCode
  return (
    <Field {...{ name, label, hint }}>
      {described => (
        <input
          {...described}
          {...rest}
          ref={control}
          name={name}
          type={type}
          autoComplete={autoComplete}
          required={isRequired}
          className={isCode ? 'mono' : undefined}
          {...(!isProse && { autoCapitalize: 'none', spellCheck: false })}
        />
      )}
    </Field>
  )
}

type TextAreaProps = FieldProps & { defaultValue?: string | undefined; rows?: number; isCode?: boolean }

export function TextArea({ name, label, hint, isRequired, isCode, ...rest }: TextAreaProps) {
  return (
    <Field {...{ name, label, hint }}>
      {described => (
        <textarea
          {...described}
          {...rest}
          name={name}
          required={isRequired}
          spellCheck={!isCode}
          className={isCode ? 'mono' : undefined}
        />
      )}
    </Field>
  )
}

export type Option = { value: string; label: string }

type SelectProps = FieldProps & {
  options: readonly Option[]
  defaultValue?: string | undefined
  onChange?: (value: string) => void
}

export function SelectField({ name, label, hint, isRequired, options, defaultValue, onChange }: SelectProps) {
  return (
    <Field {...{ name, label, hint }}>
      {described => (
        <select
          {...described}
          name={name}
          required={isRequired}
          defaultValue={defaultValue}
          onChange={event => onChange?.(event.target.value)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

type CheckProps = { name: string; label: string; hint?: string; value?: string; defaultChecked?: boolean }

export function CheckField({ name, label, hint, value = 'true', defaultChecked }: CheckProps) {
  const id = useId()
  return (
    <div className="check">
      <input
        {...{ id, name, value, defaultChecked }}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Check boxes that share a name and a legend. */
export function CheckGroup({
  name,
  label,
  options,
  defaultValue,
}: {
  name: string
  label: string
  options: readonly Option[]
  defaultValue: readonly string[]
}) {
  const error = errorOf(useContext(ProblemContext), name)
  return (
    <fieldset className="check-group">
      <legend>{label}</legend>
      {options.map(option => (
        <CheckField
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          defaultChecked={defaultValue.includes(option.value)}
        />
      ))}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}

/** The hint of fields that must be filled in. */
export const requiredHint = common.required
