// Creates or changes an assignment, after a look at what it does to appointments if the operator wants one.

import { useRef, useState } from 'react'
import { type ItemOf, type RequestOf, type ResponseOf, sid } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { DialogFoot } from '../../components/dialog.tsx'
import { CheckGroup, Form, TextField } from '../../components/form.tsx'
import { Notice } from '../../components/parts.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { Time } from '../../components/time.tsx'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatNumber } from '../../i18n/format.ts'
import { AssignedLearners } from './assigned-learners.tsx'
import { useExamPath } from './exam-path.ts'
import { type Sections, sectionsOf } from './sections.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/exams/{examSid}/assignments'
type Assignment = ItemOf<typeof path>
type Changes = RequestOf<'put', typeof path, never>['body']
type Impact = ResponseOf<'post', `${typeof path}/impact`>

const dateFields = [
  ['examOpenDate', texts.opens],
  ['examCloseDate', texts.closes],
  ['schedulingOpenDate', texts.schedulingOpens],
  ['schedulingCloseDate', texts.schedulingCloses],
] as const

const difference = <T extends string>(all: readonly T[], without: readonly T[]): T[] =>
  all.filter(each => !without.includes(each))

type FormProps = {
  /** Undefined for a new one. */
  assignment?: Assignment
  sections: Sections
  onDone(): void
}

/** The request that turns the assignment into what the form has. */
function changesOf(
  { assignment, sections }: Pick<FormProps, 'assignment' | 'sections'>,
  form: FormData,
  learners: readonly string[],
): Changes {
  const dateOf = (name: string) => String(form.get(name) ?? '') || null
  const dates = Object.fromEntries(dateFields.map(([name]) => [name, dateOf(name)]))
  const enrollmentSids = learners.map(each => sid('EN', each))
  const sectionSids = sectionsOf(form, sections, assignment?.targets.sectionSids ?? [])
  if (!assignment) return { added: [{ ...dates, targets: { enrollmentSids, sectionSids } }] }
  const before = assignment.targets
  const targets = {
    added: {
      enrollmentSids: difference(enrollmentSids, before.enrollmentSids),
      sectionSids: difference(sectionSids, before.sectionSids),
    },
    removed: {
      enrollmentSids: difference(before.enrollmentSids, enrollmentSids),
      sectionSids: difference(before.sectionSids, sectionSids),
    },
  }
  return { updated: [{ sid: assignment.sid, ...dates, targets }] }
}

export function AssignmentForm({ onDone, ...record }: FormProps) {
  const { assignment, sections } = record
  const { installSid, courseSid, examSid } = useExamPath()
  const params = { installSid, examSid }
  const box = useRef<HTMLDivElement>(null)
  const [learners, setLearners] = useState<readonly string[]>(assignment?.targets.enrollmentSids ?? [])
  const [impact, setImpact] = useState<Impact>()
  const save = useAction((body: Changes) => api.put(path, { params, body }), texts.assignmentSaved)
  const check = useAction(async (body: Changes) => {
    setImpact(undefined)
    setImpact(await api.post(`${path}/impact`, { params, body }))
  })
  const label = assignment ? texts.editAssignment : texts.newAssignment
  const checkForm = () => {
    const form = box.current?.closest('form')
    if (form?.reportValidity()) void check.run(changesOf(record, new FormData(form), learners))
  }
  return (
    <Form
      label={label}
      problem={save.problem ?? check.problem}
      onSubmit={(_, form) =>
        void save.run(changesOf(record, form, learners)).then(isDone => isDone && onDone())
      }>
      <p className="quiet">{texts.assignmentText}</p>
      <div className="field-columns" ref={box}>
        {dateFields.map(([name, text]) => (
          <TextField
            key={name}
            name={name}
            type="date"
            label={text}
            defaultValue={assignment?.[name] ?? ''}
          />
        ))}
      </div>
      {sections.length > 0 && (
        <CheckGroup
          name="sectionSids"
          label={texts.sections}
          options={sections.map(({ sid: value, title }) => ({ value, label: title }))}
          defaultValue={assignment?.targets.sectionSids ?? []}
        />
      )}
      <AssignedLearners courseSid={courseSid} learners={learners} onChange={setLearners} />
      <div>
        <Button isPending={check.isPending} onPress={checkForm}>
          {texts.checkImpact}
        </Button>
      </div>
      <div role="status">{impact && <ImpactNotice impact={impact} />}</div>
      <DialogFoot
        submit={assignment ? common.save : common.create}
        isPending={save.isPending}
        onCancel={onDone}
      />
    </Form>
  )
}

/** The appointments that are listed; the others are counted. */
const listed = 10

function ImpactNotice({ impact: { total, affected } }: { impact: Impact }) {
  if (total === 0) return <Notice tone="good">{texts.noImpact}</Notice>
  return (
    <Notice tone="wait">
      <p className="notice-title">{texts.impact(formatNumber(total))}</p>
      <ul>
        {affected.slice(0, listed).map(({ sessionSid, userSid, change, from, to }) => (
          <li key={sessionSid}>
            <PersonName person={userSid} />, <Time at={from.appointmentDate} />: {texts.changes[change]}
            {change === 'adjusted' && to.appointmentEndDate !== from.appointmentEndDate && (
              <>
                {' '}
                (<Time at={to.appointmentDate} /> – <Time at={to.appointmentEndDate} />)
              </>
            )}
          </li>
        ))}
      </ul>
      {total > listed && <p>{texts.andMore(formatNumber(total - listed))}</p>}
    </Notice>
  )
}
