import { entryPointNames, everyEntryPoint } from '@claviger/contract/decide/entry-points'
import { policySignInMethodNames, policySignInMethods } from '@claviger/contract/decide/policy-content'
import { securityKeys } from '@claviger/contract/keys/security-keys'
import { NativeSelect, TextInput } from '@mantine/core'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Select } from '#platform/ui/fields/Select.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { countryOptions } from '#features/decide/policy-content/country-options.ts'
import { PickOne } from '#features/decide/policy-content/PickMany.tsx'
import { fromApplications, fromDevices, fromUsers } from '#features/decide/policy-content/name-sources.ts'
import { kinds } from '#features/keys/key-labels.ts'
import { isAsked, type SimulatorQuestion } from './question.ts'
import classes from './simulations.module.css'

function KeyField({ is, set }: { is: SimulatorQuestion; set: (change: Partial<SimulatorQuestion>) => void }) {
  const keys = useRead(securityKeys.ofUserInfo, { userId: is.user ?? '' }, { when: is.user !== null, quiet: true })
  const own = is.user === null ? [] : (keys.data?.items ?? [])
  return (
    <>
      {own.length > 0 && (
        <NativeSelect
          label={t('Key')}
          value={is.key ?? ''}
          data={[
            { value: '', label: t('Any of their keys') },
            ...own.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={event => {
            const key = own.find(({ id }) => id === event.currentTarget.value)
            set({ key: key?.id ?? null, keyKind: key?.type ?? null })
          }}
        />
      )}
      {is.key === null && (
        <NativeSelect
          label={t('Key type')}
          value={String(is.keyKind ?? '')}
          data={[
            { value: '', label: t('Any') },
            ...kinds.map(({ value, label }) => ({ value: String(value), label: t(label) })),
          ]}
          onChange={event => set({ keyKind: Number(event.currentTarget.value) || null })}
        />
      )}
    </>
  )
}

const truths = { '': null, yes: true, no: false } as const

export function TryForm({ is, change }: { is: SimulatorQuestion; change: (to: SimulatorQuestion) => void }) {
  const set = (part: Partial<SimulatorQuestion>) => change({ ...is, ...part })
  const asks = (fact: keyof SimulatorQuestion) => isAsked(is.entry, fact)
  return (
    <Grid className={classes.question} columns={150} gap={12} below={768}>
      <NativeSelect
        label={t('Used at')}
        value={is.entry ?? ''}
        data={[
          { value: '', label: t('Anywhere') },
          ...everyEntryPoint.map(entry => ({ value: entry, label: t(entryPointNames[entry]) })),
        ]}
        onChange={event => set({ entry: everyEntryPoint.find(entry => entry === event.currentTarget.value) ?? null })}
      />
      <PickOne
        label={t('User')}
        from={fromUsers}
        value={is.user}
        placeholder={t('Any user')}
        change={user => set({ user, key: null, ...(is.key === null ? {} : { keyKind: null }) })}
      />
      {asks('key') && <KeyField is={is} set={set} />}
      <NativeSelect
        label={t('Sign-in method')}
        value={is.way ?? ''}
        data={[
          { value: '', label: t("Same as the key's use") },
          ...policySignInMethods.map(way => ({ value: way, label: t(policySignInMethodNames[way]) })),
        ]}
        onChange={event => set({ way: policySignInMethods.find(way => way === event.currentTarget.value) ?? null })}
      />
      {asks('device') && (
        <PickOne
          label={t('Computer or device')}
          from={fromDevices}
          value={is.device}
          change={device => set({ device })}
        />
      )}
      {asks('app') && (
        <PickOne
          label={t('Application')}
          from={fromApplications}
          value={is.app}
          placeholder={t('Any')}
          change={app => set({ app })}
        />
      )}
      {asks('rp') && (
        <TextInput
          label={t('Site')}
          placeholder={t('Any')}
          value={is.rp}
          maxLength={253}
          onChange={event => set({ rp: event.currentTarget.value })}
        />
      )}
      <TextInput
        className={classes.moment ?? ''}
        type="datetime-local"
        label={t('Time (your time zone)')}
        value={is.at}
        onChange={event => set({ at: event.currentTarget.value })}
      />
      <TextInput
        label={t('IP address')}
        placeholder={t('Any')}
        value={is.ip}
        maxLength={45}
        onChange={event => set({ ip: event.currentTarget.value })}
      />
      <Select
        label={t('Country')}
        placeholder={t('Any')}
        data={countryOptions()}
        value={is.country}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('Clear {field}', { field: t('Country') }) }}
        nothingFoundMessage={t('No match')}
        onChange={country => set({ country })}
      />
      <PickOne
        label={t('Account used')}
        from={fromUsers}
        value={is.account}
        placeholder={t('Own account')}
        change={account => set({ account })}
      />
      {asks('verified') && (
        <NativeSelect
          label={t('User verified')}
          value={is.verified === null ? '' : is.verified ? 'yes' : 'no'}
          data={[
            { value: '', label: t('Any') },
            { value: 'yes', label: t('Yes') },
            { value: 'no', label: t('No') },
          ]}
          onChange={event => set({ verified: truths[event.currentTarget.value as keyof typeof truths] })}
        />
      )}
    </Grid>
  )
}
