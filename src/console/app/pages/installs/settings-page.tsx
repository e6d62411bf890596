// The settings of an install.

import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../../client/index.ts'
import { api, read } from '../../api/client.ts'
import { settingsQuery, useInstallSid } from '../../api/installs.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../components/button.tsx'
import { Copyable } from '../../components/copy.tsx'
import { CheckField, Form, TextArea, TextField, type Values } from '../../components/form.tsx'
import { Facts, Loaded, Notice, Page } from '../../components/parts.tsx'
import { useEdit } from '../../components/use-action.ts'
import { common } from '../../i18n/common.ts'
import { texts } from './texts.ts'

type Settings = ResponseOf<'get', '/v1/installs/{installSid}/settings'>

export function SettingsPage() {
  const can = useCan()
  const installSid = useInstallSid()
  const settings = useQuery(settingsQuery(installSid))
  return (
    <Page title={texts.settings} intro={texts.settingsIntro}>
      <Facts rows={[[common.id, <Copyable key="id" text={installSid} label={common.id} />]]} />
      {!can('sp:UpdateInstallSettings') && <Notice tone="over">{texts.readOnly}</Notice>}
      {can('sp:UpdateInstall') && <NameForm key={`name ${installSid}`} />}
      <Loaded query={settings}>{record => <SettingsForm key={installSid} settings={record} />}</Loaded>
    </Page>
  )
}

function NameForm() {
  const installSid = useInstallSid()
  const install = useQuery(read('/v1/installs/{installSid}', { params: { installSid } }))
  return <Loaded query={install}>{({ name }) => <RenameForm key={installSid} name={name} />}</Loaded>
}

function RenameForm({ name: current }: { name: string }) {
  const installSid = useInstallSid()
  const rename = useEdit(
    `/v1/installs/${installSid}`,
    (headers, name: string) =>
      api.put('/v1/installs/{installSid}', { params: { installSid }, headers, body: { name } }),
    common.saved,
  )
  return (
    <Form
      label={texts.rename}
      className="form narrow inline"
      problem={rename.problem}
      onSubmit={({ name = '' }) => void rename.run(name.trim())}>
      <TextField name="name" label={texts.rename} defaultValue={current} isRequired />
      <Button type="submit" isPending={rename.isPending}>
        {common.save}
      </Button>
    </Form>
  )
}

const isOn = (value: string | undefined): boolean => value === 'true'

/** The changed settings of the form. Its names are those of the API. */
const changeOf = (values: Values) => ({
  defaultTimezone: (values['defaultTimezone'] ?? '').trim(),
  locale: (values['locale'] ?? '').trim(),
  maxTokenTtlSeconds: Number(values['maxTokenTtlSeconds']),
  noShowGraceMinutes: Number(values['noShowGraceMinutes']),
  overrunGraceMinutes: Number(values['overrunGraceMinutes']),
  requireManagerExamApproval: isOn(values['requireManagerExamApproval']),
  requireManagerProctorApproval: isOn(values['requireManagerProctorApproval']),
  requireSystemCheck: isOn(values['requireSystemCheck']),
  allowedEmbedOrigins: (values['allowedEmbedOrigins'] ?? '').split(/\s+/).filter(Boolean),
  notifications: {
    enabled: isOn(values['enabled']),
    confirmations: isOn(values['confirmations']),
    reminders: isOn(values['reminders']),
    reviews: isOn(values['reviews']),
  },
})

function SettingsForm({ settings }: { settings: Settings }) {
  const can = useCan()
  const installSid = useInstallSid()
  const save = useEdit(
    `/v1/installs/${installSid}/settings`,
    (headers, values: Values) =>
      api.put('/v1/installs/{installSid}/settings', {
        params: { installSid },
        headers,
        body: changeOf(values),
      }),
    common.saved,
  )
  const { notifications } = settings
  return (
    <Form
      label={texts.settings}
      problem={save.problem}
      className="form wide"
      onSubmit={values => void save.run(values)}>
      <fieldset className="group" disabled={!can('sp:UpdateInstallSettings')}>
        <legend>{texts.general}</legend>
        <TextField
          name="defaultTimezone"
          label={texts.zone}
          hint={texts.zoneHint}
          defaultValue={settings.defaultTimezone}
          isRequired
        />
        <TextField
          name="locale"
          label={texts.locale}
          hint={texts.localeHint}
          defaultValue={settings.locale}
          isRequired
        />
        <TextField
          name="maxTokenTtlSeconds"
          type="number"
          label={texts.ttl}
          defaultValue={settings.maxTokenTtlSeconds}
          min={1}
          isRequired
        />
      </fieldset>
      <fieldset className="group" disabled={!can('sp:UpdateInstallSettings')}>
        <legend>{texts.embeds}</legend>
        <TextArea
          name="allowedEmbedOrigins"
          label={texts.origins}
          hint={texts.originsHint}
          rows={4}
          defaultValue={settings.allowedEmbedOrigins.join('\n')}
          isCode
        />
      </fieldset>
      <fieldset className="group" disabled={!can('sp:UpdateInstallSettings')}>
        <legend>{texts.approvals}</legend>
        <CheckField
          name="requireManagerExamApproval"
          label={texts.examApproval}
          defaultChecked={settings.requireManagerExamApproval}
        />
        <CheckField
          name="requireManagerProctorApproval"
          label={texts.proctorApproval}
          defaultChecked={settings.requireManagerProctorApproval}
        />
        <CheckField
          name="requireSystemCheck"
          label={texts.systemCheck}
          defaultChecked={settings.requireSystemCheck}
        />
      </fieldset>
      <fieldset className="group" disabled={!can('sp:UpdateInstallSettings')}>
        <legend>{texts.graces}</legend>
        <TextField
          name="noShowGraceMinutes"
          type="number"
          label={texts.noShow}
          defaultValue={settings.noShowGraceMinutes}
          {...{ min: 0, max: 1440, isRequired: true }}
        />
        <TextField
          name="overrunGraceMinutes"
          type="number"
          label={texts.overrun}
          defaultValue={settings.overrunGraceMinutes}
          {...{ min: 0, max: 1440, isRequired: true }}
        />
      </fieldset>
      <fieldset className="group" disabled={!can('sp:UpdateInstallSettings')}>
        <legend>{texts.mails}</legend>
        <CheckField name="enabled" label={texts.mailsOn} defaultChecked={notifications.enabled} />
        <CheckField
          name="confirmations"
          label={texts.confirmations}
          defaultChecked={notifications.confirmations}
        />
        <CheckField name="reminders" label={texts.reminders} defaultChecked={notifications.reminders} />
        <CheckField name="reviews" label={texts.reviews} defaultChecked={notifications.reviews} />
      </fieldset>
      {can('sp:UpdateInstallSettings') && (
        <div className="form-foot">
          <Button type="submit" kind="primary" isPending={save.isPending}>
            {common.save}
          </Button>
        </div>
      )}
    </Form>
  )
}
