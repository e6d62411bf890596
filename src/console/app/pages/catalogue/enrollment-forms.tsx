// Enrolls people in a course, changes their enrollments, and withdraws them.

import { useQuery } from '@tanstack/react-query'
import { type ItemOf, type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { CheckGroup, Form, SelectField, TextField } from '../../components/form.tsx'
import { Loaded } from '../../components/parts.tsx'
import { PersonField } from '../../components/person-search.tsx'
import { ProblemNotice } from '../../components/problem.tsx'
import { useAction, useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import type { OfCourse } from './course-forms.tsx'
import { type Sections, sectionsOf } from './sections.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}/enrollments'
const one = `${path}/{enrollmentSid}` as const
type Enrollment = ItemOf<typeof path>

const roles = ['learner', 'instructor'] as const

const roleOf = (form: FormData) => roles.find(each => each === form.get('role')) ?? 'learner'
const textOf = (form: FormData, name: string): string | null => String(form.get(name) ?? '').trim() || null

function RoleField({ role }: { role?: Enrollment['role'] }) {
  return (
    <SelectField
      name="role"
      label={texts.role}
      defaultValue={role}
      options={roles.map(value => ({ value, label: texts.roles[value] }))}
    />
  )
}

function SectionFields({ sections, chosen }: { sections: Sections; chosen: readonly string[] }) {
  if (sections.length === 0) return null
  return (
    <CheckGroup
      name="sectionSids"
      label={texts.sections}
      options={sections.map(({ sid: value, title }) => ({ value, label: title }))}
      defaultValue={chosen}
    />
  )
}

export function NewEnrollment({ params, sections }: { params: OfCourse; sections: Sections }) {
  const can = useCan()
  const create = useAction((form: FormData) => {
    const body = {
      userSid: sid('US', String(form.get('userSid'))),
      role: roleOf(form),
      sectionSids: sectionsOf(form, sections, []),
    }
    return api.post(path, { params, body })
  }, common.saved)
  if (!can('sp:CreateEnrollment')) return null
  return (
    <DialogButton label={texts.enroll} title={texts.enroll}>
      {close => (
        <Form
          label={texts.enroll}
          problem={create.problem}
          onSubmit={(_, form) => void create.run(form).then(isDone => isDone && close())}>
          <PersonField name="userSid" label={texts.person} {...{ isRequired: true, isFirst: true }} />
          <RoleField />
          <SectionFields sections={sections} chosen={[]} />
          <DialogFoot submit={texts.enroll} isPending={create.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}

type ActionProps = { params: OfCourse; enrollment: Enrollment; sections: Sections }

/** What can be done with an enrollment: a withdrawn one can be activated again. */
export function EnrollmentActions(props: ActionProps) {
  const can = useCan()
  const { enrollment } = props
  if (enrollment.status === 'withdrawn') return can('sp:CreateEnrollment') && <EnrollAgain {...props} />
  return (
    <span className="row-actions">
      {can('sp:UpdateEnrollment') && (
        <DialogButton kind="quiet" label={common.edit} title={texts.editEnrollment}>
          {close => <EditEnrollment {...props} onDone={close} />}
        </DialogButton>
      )}
      {can('sp:DeleteEnrollment') && <Withdraw {...props} />}
    </span>
  )
}

function EditEnrollment({ params, enrollment, ...props }: ActionProps & { onDone(): void }) {
  const request = { params: { ...params, enrollmentSid: enrollment.sid } }
  const current = useQuery(read(one, request))
  return <Loaded query={current}>{record => <EditForm {...props} record={record} />}</Loaded>
}

type EditProps = { record: ResponseOf<'get', typeof one>; sections: Sections; onDone(): void }

function EditForm({ record, sections, onDone }: EditProps) {
  const { installSid, courseSid, sid: enrollmentSid } = record
  const update = useEdit(
    `/v1/installs/${installSid}/courses/${courseSid}/enrollments/${enrollmentSid}`,
    (headers, form: FormData) =>
      api.put(one, {
        params: { installSid, courseSid, enrollmentSid },
        headers,
        body: {
          ...{ role: roleOf(form), sectionSids: sectionsOf(form, sections, record.sectionSids) },
          ...{ lmsId: textOf(form, 'lmsId'), sisId: textOf(form, 'sisId') },
        },
      }),
    common.saved,
  )
  return (
    <Form
      label={texts.editEnrollment}
      problem={update.problem}
      onSubmit={(_, form) => void update.run(form).then(isDone => isDone && onDone())}>
      <RoleField role={record.role} />
      <SectionFields sections={sections} chosen={record.sectionSids} />
      <TextField name="lmsId" label={texts.lmsId} defaultValue={record.lmsId ?? ''} isCode />
      <TextField name="sisId" label={texts.sisId} defaultValue={record.sisId ?? ''} isCode />
      <DialogFoot submit={common.save} isPending={update.isPending} onCancel={onDone} />
    </Form>
  )
}

function Withdraw({ params, enrollment }: ActionProps) {
  const withdraw = useAction(
    () => api.delete(one, { params: { ...params, enrollmentSid: enrollment.sid } }),
    texts.withdrawn,
  )
  return (
    <ConfirmButton label={texts.withdraw} title={texts.withdraw} kind="danger" action={withdraw}>
      {texts.withdrawText}
    </ConfirmButton>
  )
}

function EnrollAgain({ params, enrollment: { userSid, role } }: ActionProps) {
  const again = useAction(() => api.post(path, { params, body: { userSid, role } }), common.saved)
  return (
    <>
      <Button isPending={again.isPending} onPress={() => void again.run()}>
        {texts.enrollAgain}
      </Button>
      <ProblemNotice problem={again.problem} />
    </>
  )
}
