// What holds for one learner of an exam, and where each value comes from.

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type ResponseOf, sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { Loaded, Section } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useExamPath } from './exam-path.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}'
type Effective = ResponseOf<
  'get',
  '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration'
>
type Configuration = ResponseOf<'get', `${typeof path}/exams/{examSid}/configurations/{examConfigurationSid}`>

type Row = { field: string; value: string; source: string }

const columns: readonly Column<Row>[] = [
  { key: 'field', label: texts.field, render: ({ field }) => <code>{field}</code> },
  { key: 'value', label: texts.value, render: ({ value }) => value },
  { key: 'source', label: texts.source, render: ({ source }) => source },
]

/** The dates that an assignment sets. */
const assignable = ['examOpenDate', 'examCloseDate', 'scheduleOpenDate', 'scheduleCloseDate']

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const textOf = (value: unknown): string =>
  isSet(value) ? (typeof value === 'object' ? JSON.stringify(value) : String(value)) : '–'

/** Which level a value comes from: the first one that sets it. */
function sourceOf(field: string, value: unknown, own: unknown, primary: unknown): string {
  if (isSet(own) && isSame(own, value)) return texts.fromAccommodation
  if (!isSet(value)) return texts.fromNowhere
  if (isSame(primary, value)) return texts.fromPrimary
  return assignable.includes(field) ? texts.fromAssignment : texts.fromNowhere
}

const identity = ['enrollmentSid', 'courseSid', 'userSid', 'examSid', 'attemptsRemaining']

/** Compares each value with those of the configurations. */
function rowsOf(effective: Effective, configurations: readonly Configuration[]): Row[] {
  const own = configurations.find(each => each.enrollmentSid === effective.enrollmentSid)
  const primary = configurations.find(each => each.type === 'primary')
  const memberOf = (configuration: object | undefined, field: string): unknown =>
    configuration && Object.entries(configuration).find(([name]) => name === field)?.[1]
  return Object.entries(effective)
    .filter(([field]) => !identity.includes(field))
    .map(([field, value]) => ({
      field,
      value: textOf(value),
      source: sourceOf(field, value, memberOf(own, field), memberOf(primary, field)),
    }))
}

export function EffectiveConfiguration() {
  const id = useId()
  const { state, set } = useUrlState()
  const { installSid, courseSid } = useExamPath()
  const learners = useQuery(
    read(`${path}/enrollments`, {
      params: { installSid, courseSid },
      query: { limit: 200, role: 'learner' },
    }),
  )
  const { learner } = state
  return (
    <Section title={texts.effective}>
      <p className="quiet">{texts.effectiveHint}</p>
      <div className="filter">
        <label htmlFor={id}>{texts.enrollment}</label>
        <select
          id={id}
          value={learner ?? ''}
          onChange={({ target }) => set({ learner: target.value || undefined })}>
          <option value="">{texts.choose}</option>
          {(learners.data?.results ?? []).map(each => (
            <option key={each.sid} value={each.sid}>
              {each.sid.slice(-8)}
            </option>
          ))}
        </select>
      </div>
      {learner && /^EN[a-f0-9]{32}$/.test(learner) && <Values enrollment={learner} />}
    </Section>
  )
}

function Values({ enrollment }: { enrollment: string }) {
  const params = useExamPath()
  const { installSid, examSid } = params
  const effective = useQuery(
    read('/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration', {
      params: { installSid, examSid, enrollmentSid: sid('EN', enrollment) },
    }),
  )
  const configurations = useQuery(
    read(`${path}/exams/{examSid}/configurations`, { params, query: { limit: 1000 } }),
  )
  return (
    <Loaded query={effective}>
      {values => (
        <Table
          label={texts.effective}
          columns={columns}
          rows={rowsOf(values, configurations.data?.results ?? [])}
          keyOf={({ field }) => field}
        />
      )}
    </Loaded>
  )
}
