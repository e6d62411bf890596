// Creates and changes a person.

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RequestOf, type ResponseOf, sid } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { DialogFoot } from '../../components/dialog.tsx'
import { CheckField, Form, SelectField, TextField, type Values } from '../../components/form.tsx'
import { type ActionState, useAction, useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/users'
const one = `${path}/{userSid}` as const
export type Person = ResponseOf<'get', `${typeof one}/profile`>
type Update = RequestOf<'put', typeof one, never>['body']

const roles = ['learner', 'proctor', 'instructor', 'admin'] as const

/** The members that both requests have, and those that only a change has. Without a value, a member is cleared. */
const optional = [
  'preferredEmail',
  'username',
  'mobilePhone',
  'homePhone',
  'lmsId',
  'sisId',
  'externalId',
] as const
const onlyOfChange = ['address', 'locale', 'apiId'] as const

const textOf = (values: Values, name: string): string => (values[name] ?? '').trim()

const requiredOf = (values: Values) => ({
  firstName: textOf(values, 'firstName'),
  lastName: textOf(values, 'lastName'),
  email: textOf(values, 'email'),
  enabled: values['enabled'] !== undefined,
})

/** A password is set if one is entered, and otherwise stays as it is. */
const passwordOf = ({ password }: Values) => (password ? { password } : {})

const zoneOf = ({ timeZoneSid }: Values) => (timeZoneSid ? sid('TZ', timeZoneSid) : null)

export function NewPersonForm({ onDone }: { onDone(): void }) {
  const navigate = useNavigate()
  const installSid = useInstallSid()
  const create = useAction(async (values: Values) => {
    const given = optional.flatMap(name => (textOf(values, name) ? [[name, textOf(values, name)]] : []))
    const made = await api.post(path, {
      params: { installSid },
      body: {
        ...{ ...requiredOf(values), ...passwordOf(values), ...Object.fromEntries(given) },
        timeZoneSid: zoneOf(values),
      },
    })
    await navigate({ to: '/installs/$install/users/$user', params: { install: installSid, user: made.sid } })
  }, texts.personSaved)
  return <PersonForm label={texts.newPerson} submit={common.create} action={create} onDone={onDone} />
}

export function EditPersonForm({ person, onDone }: { person: Person; onDone(): void }) {
  const installSid = useInstallSid()
  const params = { installSid, userSid: person.sid }
  const update = useEdit(
    `/v1/installs/${installSid}/users/${person.sid}/profile`,
    (headers, values: Values) => {
      const given = [...optional, ...onlyOfChange].map(name => [name, textOf(values, name) || null])
      const body: Update = {
        ...{ ...requiredOf(values), ...passwordOf(values), ...Object.fromEntries(given) },
        timeZoneSid: zoneOf(values),
        role: roles.find(each => each === values['role']),
      }
      return api.put(one, { params, headers, body })
    },
    texts.personSaved,
  )
  return (
    <PersonForm
      label={texts.editPerson}
      submit={common.save}
      action={update}
      person={person}
      onDone={onDone}
    />
  )
}

type FormProps = {
  label: string
  submit: string
  action: ActionState<[Values]>
  /** Undefined for a new one. */
  person?: Person
  onDone(): void
}

function PersonForm({ label, submit, action, person, onDone }: FormProps) {
  return (
    <Form
      label={label}
      problem={action.problem}
      onSubmit={values => void action.run(values).then(isDone => isDone && onDone())}>
      <div className="field-columns">
        <TextField
          name="firstName"
          label={texts.firstName}
          defaultValue={person?.firstName}
          {...{ isRequired: true, isFirst: true }}
        />
        <TextField name="lastName" label={texts.lastName} defaultValue={person?.lastName} isRequired />
        <TextField name="email" type="email" label={texts.email} defaultValue={person?.email} isRequired />
        <Text name="preferredEmail" label={texts.preferredEmail} person={person} />
        {person && (
          <SelectField
            name="role"
            label={texts.role}
            defaultValue={person.role}
            options={roles.map(value => ({ value, label: texts.roles[value] }))}
          />
        )}
        <TimeZoneField zone={person?.timeZoneSid ?? undefined} />
        {person && (
          <Text name="locale" label={texts.locale} person={person} value={person.identity?.locale} />
        )}
        <Text name="mobilePhone" label={texts.mobilePhone} person={person} />
        <Text name="homePhone" label={texts.homePhone} person={person} />
        {person && <Text name="address" label={texts.address} person={person} />}
      </div>
      <fieldset className="group">
        <legend>{texts.signIn}</legend>
        <CheckField name="enabled" label={texts.enabled} defaultChecked={person?.enabled ?? false} />
        <Text name="username" label={texts.username} person={person} />
        <TextField
          name="password"
          type="password"
          autoComplete="new-password"
          label={person ? texts.newPassword : texts.password}
          hint={person ? `${texts.passwordHint} ${texts.passwordKept}` : texts.passwordHint}
        />
      </fieldset>
      <fieldset className="group">
        <legend>{texts.ids}</legend>
        <div className="field-columns">
          <Text name="lmsId" label={texts.lmsId} person={person} />
          <Text name="sisId" label={texts.sisId} person={person} />
          {person && <Text name="apiId" label={texts.apiId} person={person} />}
          <Text name="externalId" label={texts.externalId} person={person} />
        </div>
      </fieldset>
      <DialogFoot submit={submit} isPending={action.isPending} onCancel={onDone} />
    </Form>
  )
}

type TextName = (typeof optional)[number] | (typeof onlyOfChange)[number]
type TextProps = {
  name: TextName
  label: string
  person: Person | undefined
  /** Default: the member of the person. */
  value?: string | null | undefined
}

function Text({ name, label, person, value }: TextProps) {
  const current = value ?? (person && name !== 'locale' ? person[name] : undefined)
  return <TextField name={name} label={label} defaultValue={current ?? undefined} />
}

function TimeZoneField({ zone }: { zone: string | undefined }) {
  const zones = useQuery({
    ...read('/v1/timezones', { query: { limit: 1000, sortKeys: 'name' } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const known = (zones.data?.results ?? []).map(({ sid: value, name }) => ({ value, label: name }))
  return (
    <SelectField
      // The zones arrive after the form: the select shows the zone of the person when it has it.
      key={known.length}
      name="timeZoneSid"
      label={texts.zone}
      defaultValue={zone}
      options={[{ value: known.length > 0 ? '' : (zone ?? ''), label: texts.installZone }, ...known]}
    />
  )
}
