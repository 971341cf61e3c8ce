import { keyKinds } from '@claviger/contract/keys/security-keys'
import { workflowTypes as types, type WorkflowSettings } from '@claviger/contract/automation/workflows/workflow-content'
import { syncModes, connections } from '@claviger/contract/directories/connections'
import { selfServicePages } from '@claviger/contract/access/self-service-settings/self-service-pages'
import { tokenPolicies } from '@claviger/contract/keys/token-policies'
import { groupTypes } from '@claviger/contract/people/groups'
import { groups } from '@claviger/contract/people/groups'
import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Choices } from '#platform/ui/fields/Choice.tsx'
import { Lines } from '#platform/ui/fields/Lines.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { useNames } from '#features/decide/policy-content/known-names.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromDeviceGroups, fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { contentOf } from './workflow-draft.ts'

function useSettings() {
  const { fields } = useFormState()
  const settings: WorkflowSettings = contentOf(fields.values).settings ?? {}
  const set = (to: WorkflowSettings) => fields.set('settings', { ...settings, ...to })
  const faultAt = (name: keyof WorkflowSettings) => fields.errors[`settings.${name}`]
  return { settings, set, faultAt }
}

function Days({
  name,
  label,
  help,
  empty,
}: {
  name: 'idleDays' | 'suspendAfter' | 'deleteAfter' | 'everyDays' | 'times'
  label: string
  help?: string
  empty?: string
}) {
  const { settings, set, faultAt } = useSettings()
  return (
    <NumberInput
      label={label}
      description={help}
      placeholder={empty ?? ''}
      min={1}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={settings[name] ?? ''}
      error={faultAt(name)}
      onChange={value => set({ [name]: typeof value === 'number' ? value : empty === undefined ? undefined : null })}
    />
  )
}

function Attribute({ name, label, none }: { name: 'attribute' | 'pinAttribute'; label: string; none: string }) {
  const { settings, set, faultAt } = useSettings()
  return (
    <NativeSelect
      label={label}
      value={String(settings[name] ?? '')}
      error={faultAt(name)}
      data={[
        { value: '', label: none },
        ...[1, 2, 3, 4, 5].map(n => ({ value: String(n), label: t('Attribute {number}', { number: n }) })),
      ]}
      onChange={event => {
        const { value } = event.currentTarget
        set({ [name]: value === '' ? (name === 'attribute' ? undefined : null) : Number(value) })
      }}
    />
  )
}

function OfKeys() {
  const { settings, set } = useSettings()
  const policies = useRead(tokenPolicies.list, {}, { quiet: true })
  const card = (settings.kind ?? keyKinds.accessCard) === keyKinds.accessCard
  return (
    <>
      <Grid columns={160} gap={12} align="start">
        <NativeSelect
          label={t('Key type')}
          value={String(settings.kind ?? keyKinds.accessCard)}
          data={[
            { value: '2', label: t('Access card') },
            { value: '1', label: t('Smartphone') },
          ]}
          onChange={event =>
            set({ kind: event.currentTarget.value === '1' ? keyKinds.smartphone : keyKinds.accessCard, by: 'mail' })
          }
        />
        {card && (
          <NativeSelect
            label={t('Assignment method')}
            value={settings.by ?? 'mail'}
            data={[
              { value: 'mail', label: t('Link by email') },
              { value: 'attribute', label: t('Immediately, with the card number in an attribute') },
              { value: 'scim', label: t('Immediately, with the card number from SCIM') },
            ]}
            onChange={event => set({ by: event.currentTarget.value as 'mail' })}
          />
        )}
      </Grid>
      {card && settings.by === 'attribute' && (
        <Grid columns={160} gap={12} align="start">
          <Attribute name="attribute" label={t('Card number')} none={t('Choose…')} />
          <NativeSelect
            label={t('Number format')}
            value={settings.cardFormat ?? ''}
            data={[
              { value: '', label: t('Same as your card readers') },
              { value: 'decimal', label: t('Decimal') },
              { value: 'hex', label: t('Hexadecimal') },
              { value: 'hex-reversed', label: t('Hexadecimal, bytes reversed') },
            ]}
            onChange={event => {
              const { value } = event.currentTarget
              set({ cardFormat: value === '' ? undefined : (value as 'hex') })
            }}
          />
          <Attribute name="pinAttribute" label={t('Initial PIN, cleared after use')} none={t('None')} />
        </Grid>
      )}
      <NativeSelect
        label={t('Key settings')}
        value={settings.tokenPolicy ?? ''}
        data={[
          { value: '', label: t("Same as the user's settings") },
          ...(policies.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={event => set({ tokenPolicy: event.currentTarget.value || null })}
      />
    </>
  )
}

function OfShared() {
  const { settings, set, faultAt } = useSettings()
  return (
    <>
      <PickOne
        label={t('Shared account')}
        from={fromUsers}
        value={settings.account ?? null}
        error={faultAt('account')}
        placeholder={t('Search by name…')}
        change={account => set({ account: account ?? undefined })}
      />
      <PickOne
        label={t('Device group')}
        from={fromDeviceGroups}
        value={settings.deviceGroup ?? null}
        error={faultAt('deviceGroup')}
        placeholder={t('Search by name…')}
        change={deviceGroup => set({ deviceGroup: deviceGroup ?? undefined })}
      />
      <TextInput
        label={t('Add computers whose names start with')}
        placeholder={t('None')}
        maxLength={60}
        value={settings.beginsWith ?? ''}
        onChange={event => set({ beginsWith: event.currentTarget.value })}
      />
    </>
  )
}

function OfPage() {
  const { settings, set } = useSettings()
  const pages = useRead(selfServicePages.list, {}, { quiet: true })
  return (
    <NativeSelect
      label={t('Card page')}
      value={settings.page ?? ''}
      data={[
        { value: '', label: t('All pages') },
        ...(pages.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={event => set({ page: event.currentTarget.value || null })}
    />
  )
}

function Directory({ kind }: { kind: 1 | 2 }) {
  const { fields } = useFormState()
  const all = useRead(connections.list, {}, { quiet: true })
  const offered = (all.data?.items ?? []).filter(one => one.kind === kind)
  return (
    <NativeSelect
      label={t('Directory')}
      value={contentOf(fields.values).tenant ?? ''}
      error={fields.errors['tenant']}
      description={all.data && offered.length === 0 ? t('No matching directory is connected yet') : undefined}
      data={[{ value: '', label: t('Choose…') }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={event => fields.set('tenant', event.currentTarget.value || null)}
    />
  )
}

function Mode() {
  const { settings, set } = useSettings()
  return (
    <NativeSelect
      label={t('Users to import')}
      value={String(settings.mode ?? syncModes.both)}
      data={[
        { value: '1', label: t('New users only') },
        { value: '2', label: t('New and existing users') },
        { value: '3', label: t('Existing users only') },
      ]}
      onChange={event => set({ mode: Number(event.currentTarget.value) })}
    />
  )
}

function Groups({ everybody }: { everybody: boolean }) {
  const all = useRead(groups.ids, {}, { quiet: true })
  const { of: nameOf } = useNames()
  const { groups: chosen } = contentOf(useFormState().fields.values)
  const offered = (all.data?.items ?? []).filter(group => everybody || group.type !== groupTypes.everyone)
  // Without a label, a chosen group would show its ID until the groups have loaded
  const others = (chosen ?? []).filter(id => !offered.some(group => group.id === id))
  const labelOf = (id: string) => nameOf(id) ?? (all.isPending ? '…' : t('deleted item'))
  return (
    <Choices
      name="groups"
      label={t('Only for these groups')}
      options={[
        ...offered.map(({ id, name }) => ({ value: id, label: name })),
        ...others.map(id => ({ value: id, label: labelOf(id) })),
      ]}
      placeholder={t('All users')}
    />
  )
}

const byGroups: readonly number[] = [
  types.entraPasskeys,
  types.oktaPasskeys,
  types.keys,
  types.idleKeys,
  types.withoutKey,
]
const ofEntra: readonly number[] = [types.entraPasskeys, types.entraPeople, types.entraDevices]

export function Settings({ type }: { type: number }) {
  return (
    <>
      {ofEntra.includes(type) && <Directory kind={1} />}
      {type === types.oktaPasskeys && <Directory kind={2} />}
      {type === types.entraPeople && (
        <>
          <Mode />
          <Lines
            name="groups"
            label={t('Limit to these groups')}
            optional
            help={t("Object IDs, one per line. A run limited to groups doesn't remove users.")}
          />
        </>
      )}
      {type === types.keys && <OfKeys />}
      {type === types.sharedComputers && <OfShared />}
      {(type === types.pageEnrolment || type === types.pageRecovery) && <OfPage />}
      {type === types.idleKeys && (
        <Grid columns={160} gap={12} align="start">
          <Days name="idleDays" label={t('Notify after days unused')} />
          <Days name="suspendAfter" label={t('Then suspend after days')} empty={t('Never')} />
          <Days name="deleteAfter" label={t('Then delete after days')} empty={t('Never')} />
        </Grid>
      )}
      {type === types.withoutKey && (
        <Grid columns={160} gap={12} align="start">
          <Days name="everyDays" label={t('Days between reminders')} />
          <Days name="times" label={t('Maximum reminders')} />
        </Grid>
      )}
      {(byGroups.includes(type) || type === types.sharedComputers) && (
        <Groups everybody={type !== types.sharedComputers} />
      )}
    </>
  )
}
