// A policy as a form, with its JSON beside it. A change of one of them changes the other.

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { catalogue } from '../../../../shared/auth/policy/actions.ts'
import { installsQuery } from '../../api/installs.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { PatternList } from './pattern-list.tsx'
import { type Draft, draftOf, emptyStatement, policyText, type Statement } from './policy.ts'
import { texts } from './texts.ts'

/** The most statements of a policy, as in the API. */
const maxStatements = 10

/** The installs that are suggested as resources. */
const suggestedInstalls = 50

type EditorProps = { text: string; onChange(text: string): void }

export function PolicyEditor({ text, onChange }: EditorProps) {
  const draft = draftOf(text)
  return (
    <div className="policy">
      {draft ? (
        <Statements draft={draft} onChange={next => onChange(policyText(next))} />
      ) : (
        <Notice tone="wait">{texts.policyNotShown}</Notice>
      )}
      <Field name="policy" label={texts.policyJson} hint={texts.policyHint}>
        {described => (
          <textarea
            {...described}
            name="policy"
            rows={16}
            className="mono"
            spellCheck={false}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  )
}

/** The resources of most policies. */
function useResources(): string[] {
  const installs = useQuery(installsQuery).data?.results ?? []
  return [
    ...['*', 'installs', 'installs/*', 'proctors/*', 'api/*', 'auth/*'],
    ...installs.slice(0, suggestedInstalls).flatMap(({ sid }) => [`installs/${sid}`, `installs/${sid}/*`]),
  ]
}

function Statements({ draft, onChange }: { draft: Draft; onChange(draft: Draft): void }) {
  const id = useId()
  const lists = { actions: `${id}-actions`, resources: `${id}-resources` }
  const resources = useResources()
  const { statements } = draft
  const set = (next: readonly Statement[]) => onChange({ ...draft, statements: next })
  return (
    <div className="stack">
      <datalist id={lists.actions}>
        {['sp:*', ...catalogue].map(action => (
          <option key={action} value={action} />
        ))}
      </datalist>
      <datalist id={lists.resources}>
        {resources.map(resource => (
          <option key={resource} value={resource} />
        ))}
      </datalist>
      {statements.length === 0 && <p className="quiet">{texts.noStatements}</p>}
      {statements
        .map((statement, at) => ({ statement, at }))
        .map(({ statement, at }) => (
          <StatementFields
            key={at}
            number={formatNumber(at + 1)}
            {...{ statement, lists }}
            onChange={next => set(statements.with(at, next))}
            onRemove={() => set(statements.toSpliced(at, 1))}
          />
        ))}
      <div>
        <Button
          reason={statements.length < maxStatements ? undefined : texts.tooManyStatements}
          onPress={() => set([...statements, emptyStatement])}>
          {texts.addStatement}
        </Button>
      </div>
    </div>
  )
}

type StatementProps = {
  number: string
  statement: Statement
  /** The ids of the suggestions. */
  lists: { actions: string; resources: string }
  onChange(statement: Statement): void
  onRemove(): void
}

function StatementFields({ number, statement, lists, onChange, onRemove }: StatementProps) {
  const id = useId()
  const { sid, ...others } = statement
  return (
    <fieldset className="group">
      <legend>{texts.statement(number)}</legend>
      <div className="field">
        <label htmlFor={id}>{texts.statementName}</label>
        <input
          id={id}
          value={sid ?? ''}
          maxLength={128}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value ? { sid: target.value, ...others } : others)}
        />
      </div>
      <p>
        {texts.effect}: <strong>{texts.allow}</strong>
      </p>
      <PatternList
        label={texts.actions}
        hint={texts.actionsHint}
        list={lists.actions}
        separator=":"
        values={statement.actions}
        onChange={actions => onChange({ ...statement, actions })}
      />
      <PatternList
        label={texts.resources}
        hint={texts.resourcesHint}
        list={lists.resources}
        separator="/"
        values={statement.resources}
        onChange={resources => onChange({ ...statement, resources })}
      />
      <div>
        <Button kind="danger" label={`${common.remove}: ${texts.statement(number)}`} onPress={onRemove}>
          {common.remove}
        </Button>
      </div>
    </fieldset>
  )
}
