// What holds for one learner of an exam, and where each value comes from.

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ResponseOf, sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { isPerson } from '../../api/people.ts'
import { Loaded, Notice, Section } from '../../components/parts.tsx'
import { PersonFilter, personFilter } from '../../components/person-search.tsx'
import { useProctorTypeName } from '../../components/proctor-type.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { common } from '../../i18n/common.ts'
import { hiddenMembers } from '../../i18n/configuration-words.ts'
import { formatList } from '../../i18n/format.ts'
import { wordOf } from '../../i18n/word-of.ts'
import { useExamPath } from './exam-path.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}'
type Effective = ResponseOf<
  'get',
  '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration'
>
type Configuration = ResponseOf<'get', `${typeof path}/exams/{examSid}/configurations/{examConfigurationSid}`>

type Row = { field: string; value: ReactNode; source: string }

const columns: readonly Column<Row>[] = [
  {
    key: 'field',
    label: texts.field,
    render: ({ field }) => <span title={field}>{wordOf(texts.members, field)}</span>,
  },
  { key: 'value', label: texts.value, render: ({ value }) => value },
  { key: 'source', label: texts.source, render: ({ source }) => source },
]

/** The dates that an assignment sets. */
const assignable = ['examOpenDate', 'examCloseDate', 'scheduleOpenDate', 'scheduleCloseDate']

const isSet = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0)

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(each => typeof each === 'string')

/** @param nameOf names the entries of a list */
function shown(value: unknown, nameOf: (entry: string) => string): ReactNode {
  if (!isSet(value)) return '–'
  if (isInstant(value)) return <Time at={value} />
  if (typeof value === 'boolean') return value ? common.yes : common.no
  if (isTexts(value)) return formatList(value.map(nameOf))
  return typeof value === 'object' ? <code>{JSON.stringify(value)}</code> : String(value)
}

/** Which level a value comes from: the first one that sets it. */
function sourceOf(field: string, value: unknown, own: unknown, primary: unknown): string {
  if (isSet(own) && isSame(own, value)) return texts.fromAccommodation
  if (!isSet(value)) return texts.fromNowhere
  if (isSame(primary, value)) return texts.fromPrimary
  return assignable.includes(field) ? texts.fromAssignment : texts.fromNowhere
}

/** Compares each value with those of the configurations. */
function rowsOf(
  effective: Effective,
  configurations: readonly Configuration[],
  nameOfType: (code: string) => string,
): Row[] {
  const own = configurations.find(each => each.enrollmentSid === effective.enrollmentSid)
  const primary = configurations.find(each => each.type === 'primary')
  const memberOf = (configuration: object | undefined, field: string): unknown =>
    configuration && Object.entries(configuration).find(([name]) => name === field)?.[1]
  return Object.entries(effective)
    .filter(([field]) => !hiddenMembers.includes(field))
    .map(([field, value]) => ({
      field,
      value: shown(value, field === 'proctorTypes' ? nameOfType : each => each),
      source: sourceOf(field, value, memberOf(own, field), memberOf(primary, field)),
    }))
}

export function EffectiveConfiguration() {
  const { state, set } = useUrlState()
  const person = state['person'] ?? ''
  return (
    <Section title={texts.effective}>
      <p className="quiet">{texts.effectiveHint}</p>
      <PersonFilter
        filter={personFilter('person', texts.person)}
        value={person}
        onChange={value => set({ person: value || undefined })}
      />
      {isPerson(person) && <OfPerson person={person} />}
    </Section>
  )
}

function OfPerson({ person }: { person: string }) {
  const { installSid, courseSid } = useExamPath()
  const enrolled = useQuery(
    read(`${path}/enrollments`, {
      params: { installSid, courseSid },
      query: { userSid: sid('US', person), limit: 1 },
    }),
  )
  return (
    <Loaded query={enrolled}>
      {({ results: [enrollment] }) =>
        enrollment ? <Values enrollment={enrollment.sid} /> : <Notice tone="over">{texts.notInCourse}</Notice>
      }
    </Loaded>
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
  const nameOf = useProctorTypeName()
  return (
    <Loaded query={effective}>
      {values => (
        <Table
          label={texts.effective}
          columns={columns}
          rows={rowsOf(values, configurations.data?.results ?? [], nameOf)}
          keyOf={({ field }) => field}
        />
      )}
    </Loaded>
  )
}
