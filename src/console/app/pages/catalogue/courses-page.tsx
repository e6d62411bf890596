// The courses of an install.

import { Link } from '@tanstack/react-router'
import type { ItemOf } from '../../../../client/index.ts'
import { api } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { Form, TextField, type Values } from '../../components/form.tsx'
import { List } from '../../components/list.tsx'
import { Page, ShortSid } from '../../components/parts.tsx'
import type { Column } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { useAction } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

type Course = ItemOf<'/v1/installs/{installSid}/courses'>

const columns: readonly (Column<Course> & { sortKey?: 'title' | 'code' | 'createdDate' })[] = [
  {
    key: 'title',
    label: texts.courseTitle,
    sortKey: 'title',
    render: ({ sid, title }) => (
      <Link
        to="/installs/$install/courses/$course"
        params={old => ({ install: old.install ?? '', course: sid })}>
        {title}
      </Link>
    ),
  },
  { key: 'code', label: texts.code, sortKey: 'code', width: 10, render: ({ code }) => code ?? '–' },
  {
    key: 'created',
    label: common.created,
    sortKey: 'createdDate',
    width: 16,
    isSecondary: true,
    render: ({ createdDate }) => <Time at={createdDate} />,
  },
  { key: 'sid', label: common.id, width: 8, isSecondary: true, render: ({ sid }) => <ShortSid sid={sid} /> },
]

export function CoursesPage() {
  const can = useCan()
  const installSid = useInstallSid()
  const { title, code } = useUrlState().state
  const query = { ...(title && { title }), ...(code && { code }) }
  return (
    <Page title={texts.title} intro={texts.intro} actions={can('sp:CreateCourse') && <CreateButton />}>
      <List
        label={texts.courses}
        columns={columns}
        keyOf={({ sid }) => sid}
        queryKey={['/v1/installs/{installSid}/courses', installSid]}
        load={(page, signal) =>
          api.get('/v1/installs/{installSid}/courses', {
            ...{ params: { installSid }, query: { ...page, ...query }, signal },
          })
        }
        filters={[
          { name: 'title', label: texts.courseTitle, kind: 'text' },
          { name: 'code', label: texts.code, kind: 'text' },
        ]}
        defaultSort="title"
        empty={texts.none}
      />
    </Page>
  )
}

function CreateButton() {
  const installSid = useInstallSid()
  const create = useAction(({ title = '', code = '' }: Values) => {
    const body = { title: title.trim(), ...(code.trim() && { code: code.trim() }) }
    return api.post('/v1/installs/{installSid}/courses', { params: { installSid }, body })
  }, texts.created)
  return (
    <DialogButton label={texts.create} title={texts.create} kind="primary">
      {close => (
        <Form
          label={texts.create}
          problem={create.problem}
          onSubmit={values => void create.run(values).then(isDone => isDone && close())}>
          <TextField name="title" label={texts.courseTitle} {...{ isRequired: true, isFirst: true }} />
          <TextField name="code" label={texts.code} />
          <DialogFoot submit={common.create} isPending={create.isPending} onCancel={close} />
        </Form>
      )}
    </DialogButton>
  )
}
