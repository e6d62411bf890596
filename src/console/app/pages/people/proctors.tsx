// The proctor accounts of the account: what they report across.

import { useQuery } from '@tanstack/react-query'
import { type ItemOf, type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { installsQuery, useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { ConfirmButton, DialogButton, DialogFoot } from '../../components/dialog.tsx'
import { CheckGroup, Form, TextField } from '../../components/form.tsx'
import { Empty, Loaded, Section } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { type ActionState, useAction, useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { formatList } from '../../i18n/format.ts'
import { texts } from './texts.ts'

const path = '/v1/proctors'
const one = `${path}/{proctorSid}` as const
type Proctor = ItemOf<typeof path>

const bodyOf = (form: FormData) => ({
  name: String(form.get('name') ?? '').trim(),
  installSids: form.getAll('installSids').map(each => sid('AI', String(each))),
})

/** The names of installs; of those that are not known, the id. */
function InstallNames({ installSids }: { installSids: readonly string[] }) {
  const installs = useQuery(installsQuery).data?.results ?? []
  const nameOf = (each: string) => installs.find(known => known.sid === each)?.name ?? each
  return installSids.length === 0 ? common.none : formatList(installSids.map(nameOf))
}

const columns: readonly Column<Proctor>[] = [
  { key: 'name', label: texts.proctorName, render: ({ name }) => name },
  {
    key: 'installs',
    label: texts.proctorInstalls,
    render: ({ installSids }) => <InstallNames installSids={installSids} />,
  },
]

const actions: Column<Proctor> = {
  key: 'actions',
  label: common.actions,
  render: proctor => (
    <div className="page-actions">
      <DialogButton label={common.edit} name={texts.editOf(proctor.name)} title={texts.editOf(proctor.name)}>
        {close => <EditProctor proctor={proctor} onDone={close} />}
      </DialogButton>
      <DeleteProctor proctor={proctor} />
    </div>
  ),
}

export function Proctors() {
  const can = useCan()
  const isVisible = can('sp:ListProctors')
  const proctors = useQuery({
    ...read(path, { query: { limit: 1000, sortKeys: 'name' } }),
    enabled: isVisible,
  })
  if (!isVisible) return null
  return (
    <Section
      title={texts.proctors}
      actions={
        can('sp:CreateProctor') && (
          <DialogButton label={texts.newProctor} title={texts.newProctor}>
            {close => <NewProctor onDone={close} />}
          </DialogButton>
        )
      }>
      <p className="quiet">{texts.proctorsText}</p>
      <Loaded query={proctors}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty>{texts.noProctors}</Empty>
          ) : (
            <Table
              label={texts.proctors}
              columns={can('sp:UpdateProctor') ? [...columns, actions] : columns}
              rows={results}
              keyOf={row => row.sid}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

type FormProps = {
  label: string
  submit: string
  action: ActionState<[FormData]>
  name?: string
  installSids: readonly string[]
  onDone(): void
}

function ProctorForm({ label, submit, action, name, installSids, onDone }: FormProps) {
  const installs = useQuery(installsQuery)
  return (
    <Loaded query={installs}>
      {({ results }) => (
        <Form
          label={label}
          problem={action.problem}
          onSubmit={(_, form) => void action.run(form).then(isDone => isDone && onDone())}>
          <TextField
            name="name"
            label={texts.proctorName}
            defaultValue={name}
            {...{ isRequired: true, isFirst: true }}
          />
          <CheckGroup
            name="installSids"
            label={texts.proctorInstalls}
            options={results.map(install => ({ value: install.sid, label: install.name }))}
            defaultValue={installSids}
          />
          <DialogFoot submit={submit} isPending={action.isPending} onCancel={onDone} />
        </Form>
      )}
    </Loaded>
  )
}

function NewProctor({ onDone }: { onDone(): void }) {
  const installSid = useInstallSid()
  const create = useAction((form: FormData) => api.post(path, { body: bodyOf(form) }), texts.proctorSaved)
  return (
    <ProctorForm
      {...{ label: texts.newProctor, submit: common.create, action: create, onDone }}
      installSids={[installSid]}
    />
  )
}

/** Reads the account first: what is saved replaces it whole. */
function EditProctor({ proctor, onDone }: { proctor: Proctor; onDone(): void }) {
  const current = useQuery(read(one, { params: { proctorSid: proctor.sid } }))
  return <Loaded query={current}>{record => <EditForm proctor={record} onDone={onDone} />}</Loaded>
}

function EditForm({ proctor, onDone }: { proctor: ResponseOf<'get', typeof one>; onDone(): void }) {
  const update = useEdit(
    `${path}/${proctor.sid}`,
    (headers, form: FormData) =>
      api.put(one, { params: { proctorSid: proctor.sid }, headers, body: bodyOf(form) }),
    texts.proctorSaved,
  )
  return (
    <ProctorForm
      {...{ label: texts.editOf(proctor.name), submit: common.save, action: update, onDone }}
      name={proctor.name}
      installSids={proctor.installSids}
    />
  )
}

function DeleteProctor({ proctor }: { proctor: Proctor }) {
  const can = useCan()
  const remove = useAction(
    () => api.delete(one, { params: { proctorSid: proctor.sid } }),
    texts.proctorDeleted,
  )
  if (!can('sp:DeleteProctor')) return null
  return (
    <ConfirmButton
      label={common.delete}
      name={texts.deleteOf(proctor.name)}
      title={texts.deleteOf(proctor.name)}
      kind="danger"
      action={remove}>
      {texts.deleteProctorText}
    </ConfirmButton>
  )
}
