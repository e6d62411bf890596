// Creates and changes a course, its sections and its exams.

import type { ItemOf, ResponseOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { CheckField, Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { type ActionState, useAction, useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/courses/{courseSid}'
export type OfCourse = { installSid: `AI${string}`; courseSid: `CU${string}` }
type Exam = ResponseOf<'get', `${typeof path}/exams/{examSid}`>
export type Section = ItemOf<`${typeof path}/sections`>

const examTypes = ['Online', 'Written'] as const
const examStatuses = ['active', 'draft'] as const

export type FormProps = { action: ActionState<[Values]>; onDone(): void; submit: string }

/** Runs the action with the values, and closes the dialog when it has succeeded. */
export const submitTo =
  ({ action, onDone }: FormProps) =>
  (values: Values) =>
    void action.run(values).then(isDone => isDone && onDone())

type Course = ResponseOf<'get', typeof path>

export function EditCourse({ course }: { course: Course }) {
  const can = useCan()
  if (!can('sp:UpdateCourse')) return null
  return (
    <DialogButton label={common.edit} title={texts.editOf(course.title)}>
      {close => <EditCourseForm course={course} onDone={close} />}
    </DialogButton>
  )
}

function EditCourseForm({ course, onDone }: { course: Course; onDone(): void }) {
  const { installSid, sid: courseSid } = course
  const update = useEdit(
    `/v1/installs/${installSid}/courses/${courseSid}`,
    (headers, { title = '', code = '' }: Values) =>
      api.put(path, {
        params: { installSid, courseSid },
        headers,
        body: { title: title.trim(), code: code.trim() || null },
      }),
    common.saved,
  )
  return (
    <Form
      label={texts.editOf(course.title)}
      problem={update.problem}
      onSubmit={submitTo({ action: update, onDone, submit: common.save })}>
      <TextField
        name="title"
        label={texts.courseTitle}
        defaultValue={course.title}
        {...{ isRequired: true, isFirst: true }}
      />
      <TextField name="code" label={texts.code} defaultValue={course.code ?? ''} />
      <DialogFoot submit={common.save} isPending={update.isPending} onCancel={onDone} />
    </Form>
  )
}

function SectionForm({ section, ...props }: FormProps & { section?: Section }) {
  return (
    <Form label={texts.section} problem={props.action.problem} onSubmit={submitTo(props)}>
      <TextField
        name="title"
        label={texts.courseTitle}
        defaultValue={section?.title}
        {...{ isRequired: true, isFirst: true }}
      />
      <DialogFoot submit={props.submit} isPending={props.action.isPending} onCancel={props.onDone} />
    </Form>
  )
}

export function NewSection({ params }: { params: OfCourse }) {
  const can = useCan()
  const create = useAction(
    ({ title = '' }: Values) => api.post(`${path}/sections`, { params, body: { title: title.trim() } }),
    common.saved,
  )
  if (!can('sp:CreateSection')) return null
  return (
    <DialogButton label={texts.newSection} title={texts.newSection}>
      {close => <SectionForm action={create} onDone={close} submit={common.create} />}
    </DialogButton>
  )
}

export function EditSection({ params, section }: { params: OfCourse; section: Section }) {
  const can = useCan()
  const update = useAction(
    ({ title = '' }: Values) =>
      api.put(`${path}/sections/{sectionSid}`, {
        params: { ...params, sectionSid: section.sid },
        body: { title: title.trim() },
      }),
    common.saved,
  )
  if (!can('sp:UpdateSection')) return null
  const name = texts.editOf(section.title)
  return (
    <DialogButton label={common.edit} name={name} title={name} kind="quiet">
      {close => <SectionForm section={section} action={update} onDone={close} submit={common.save} />}
    </DialogButton>
  )
}

const examOf = ({ title = '', type, status, limitedScope, requireApproval }: Values) => ({
  title: title.trim(),
  type: examTypes.find(each => each === type) ?? 'Online',
  status: examStatuses.find(each => each === status) ?? 'active',
  limitedScope: limitedScope !== undefined,
  requireApproval: requireApproval !== undefined,
})

function ExamForm({ exam, ...props }: FormProps & { exam?: Exam }) {
  return (
    <Form label={texts.exam} problem={props.action.problem} onSubmit={submitTo(props)}>
      <TextField
        name="title"
        label={texts.courseTitle}
        defaultValue={exam?.title}
        {...{ isRequired: true, isFirst: true }}
      />
      <SelectField
        name="type"
        label={texts.type}
        defaultValue={exam?.type}
        options={examTypes.map(value => ({ value, label: texts.types[value] }))}
      />
      <SelectField
        name="status"
        label={texts.status}
        defaultValue={exam?.status}
        options={examStatuses.map(value => ({ value, label: texts.statuses[value] }))}
      />
      {!exam && <TextField name="duration" type="number" label={texts.duration} min={1} defaultValue={60} />}
      <CheckField name="limitedScope" label={texts.limited} defaultChecked={exam?.limitedScope ?? false} />
      <CheckField
        name="requireApproval"
        label={texts.approval}
        defaultChecked={exam?.requireApproval ?? false}
      />
      <DialogFoot submit={props.submit} isPending={props.action.isPending} onCancel={props.onDone} />
    </Form>
  )
}

export function NewExam({ params }: { params: OfCourse }) {
  const can = useCan()
  const create = useAction((values: Values) => {
    const duration = Number(values['duration'])
    const body = { ...examOf(values), ...(duration > 0 && { configuration: { duration } }) }
    return api.post(`${path}/exams`, { params, body })
  }, common.saved)
  if (!can('sp:CreateExam')) return null
  return (
    <DialogButton label={texts.newExam} title={texts.newExam}>
      {close => <ExamForm action={create} onDone={close} submit={common.create} />}
    </DialogButton>
  )
}

export function EditExam({ exam }: { exam: Exam }) {
  const can = useCan()
  if (!can('sp:UpdateExam')) return null
  return (
    <DialogButton label={common.edit} title={texts.editOf(exam.title)}>
      {close => <EditExamForm exam={exam} onDone={close} />}
    </DialogButton>
  )
}

function EditExamForm({ exam, onDone }: { exam: Exam; onDone(): void }) {
  const { installSid, courseSid, sid: examSid } = exam
  const update = useEdit(
    `/v1/installs/${installSid}/courses/${courseSid}/exams/${examSid}`,
    (headers, values: Values) =>
      api.put(`${path}/exams/{examSid}`, {
        params: { installSid, courseSid, examSid },
        headers,
        body: examOf(values),
      }),
    common.saved,
  )
  return <ExamForm exam={exam} action={update} onDone={onDone} submit={common.save} />
}
